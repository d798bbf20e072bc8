/** The right that a route demands. A route without one does not start. */
export type Right = 'anyone' | 'signed-in' | 'signed-in-or-link' | 'admin' | 'refresh-token' | 'service';
