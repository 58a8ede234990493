import type { ServiceBase } from '#db/context.ts';
import type { ObjectStore } from '#kit/objects/object-store.ts';
import { openObjects } from '#kit/objects/open-objects.ts';

/** What checkout keeps for as long as the process lives. */
export interface CheckoutServices {
  /** Where files of messages are kept. */
  readonly objects: ObjectStore;
}

declare module '#db/context.ts' {
  interface Services {
    readonly checkout: CheckoutServices;
  }
}

/** Opens them; nothing is read or sent before it is asked for. */
export const openCheckoutServices = ({ config }: Pick<ServiceBase, 'config'>): CheckoutServices => ({
  objects: openObjects(config),
});
