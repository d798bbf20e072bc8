/** Nobody is signed in on this device: the call was not made. */
export class SessionEnded extends Error {
  constructor() {
    super('nobody is signed in');
    this.name = 'SessionEnded';
  }
}
