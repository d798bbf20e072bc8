/** The permission that a route needs. A route without one does not start. */
export type Permission = 'anyone' | 'signed-in' | 'signed-in-or-link' | 'admin' | 'refresh-token' | 'service';
