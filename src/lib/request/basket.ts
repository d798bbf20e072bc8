import { createBasket } from './basket-store.ts';

/** The request of this device. */
export const basket = createBasket();
