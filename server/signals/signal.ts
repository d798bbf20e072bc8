import { channel } from 'node:diagnostics_channel';

/** Something that happens in the process, told to whoever watches; nobody who tells it waits or learns who listens. */
export interface Signal<Message extends object> {
  /** False: nobody listens, and there is no need to make a message. */
  readonly isHeard: boolean;
  /** Tells it. Never throws. */
  tell(message: Message): void;
  /** Calls `listener` at every message from now on; returns how to stop. */
  hear(listener: (message: Message) => void): () => void;
}

/** The signal of a name; of one name there is one signal in the process. https://nodejs.org/api/diagnostics_channel.html */
export function signalOf<Message extends object>(name: string): Signal<Message> {
  const told = channel(`parts-shop.${name}`);
  return {
    get isHeard() {
      return told.hasSubscribers;
    },
    tell: (message) => told.publish(message),
    hear: (listener) => {
      const heard = (message: unknown) => listener(message as Message);
      told.subscribe(heard);
      return () => told.unsubscribe(heard);
    },
  };
}
