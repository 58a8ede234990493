import { randomUUID } from 'node:crypto';

/** @import { Charge, ChargeStatus, Event, EventType, Refund, Store } from './store.js' */

/** An event no one acknowledged comes again after this long, then after the next, and so on with the last. */
const AGAIN_MS = [1_000, 5_000, 30_000];

/** What a charge may become, by what it is. @type {Record<ChargeStatus, ChargeStatus[]>} */
const MOVES = { open: ['paid', 'failed', 'pending'], pending: ['paid', 'failed'], paid: [], failed: [] };

/**
 * A stand-in for a payment provider: put yours in its place. It knows a charge by the reference its merchant gave it, lets the
 * guest decide on a page of its own, and notifies the merchant of every change until that is acknowledged: `notify(event)`
 * resolves. It knows nothing of the platform.
 * @param {{ store: Store, notify: (event: Event) => Promise<void>, againMs?: number[] }} parts
 */
export function openProvider({ store, notify, againMs = AGAIN_MS }) {
  const { charges, refunds, unheard } = store.records;
  /** @type {Set<NodeJS.Timeout>} */
  const timers = new Set();
  let closed = false;

  /** Notifies the merchant once, and again later if that failed. @param {Event} event */
  async function deliver(event, tries = 0) {
    try {
      await notify(event);
      delete unheard[event.id];
      await store.save();
    } catch (error) {
      console.error(`The event ${event.type} of ${event.reference} was not heard: ${error}`);
      if (closed) return;
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          void deliver(event, tries + 1);
        },
        againMs[Math.min(tries, againMs.length - 1)],
      );
      timers.add(timer);
    }
  }

  /** @param {EventType} type @param {{ id: string, reference: string, reason?: string | undefined }} about */
  async function emit(type, { id, reference, reason }) {
    const event = { id: randomUUID(), type, objectId: id, reference, ...(reason && { reason }) };
    unheard[event.id] = event;
    await store.save();
    await deliver(event);
  }

  /** @param {string} reference */
  const chargeOf = (reference) => Object.values(charges).find((charge) => charge.reference === reference);
  /** @param {string | null} chargeId */
  const givenBack = (chargeId) =>
    Object.values(refunds)
      .filter((refund) => refund.chargeId === chargeId && refund.status === 'refunded')
      .reduce((sum, { amount }) => sum + decimal(amount), 0n);

  return {
    /**
     * A charge to be paid to a merchant; the same one for the same reference. `metadata` comes back with it. Throws WrongKeyError.
     * @param {{ account: string, key: string }} merchant
     * @param {Omit<Charge, 'id' | 'status' | 'account'>} wanted @returns {Promise<Charge>}
     */
    async createCharge({ account, key }, { reference, amount, currency, metadata }) {
      // A real provider knows the keys of its merchants; here the digits of the account are in them.
      if (!key.startsWith(`sk_${account.replace('TB-', '')}_`)) throw new WrongKeyError();
      const known = chargeOf(reference);
      if (known) return known;
      /** @type {Charge} */
      const charge = {
        id: `ch_${randomUUID()}`,
        account,
        reference,
        amount,
        currency,
        metadata,
        status: 'open',
      };
      charges[charge.id] = charge;
      await store.save();
      return charge;
    },

    /** @param {string} id @returns {Charge | undefined} */
    charge: (id) => (Object.hasOwn(charges, id) ? charges[id] : undefined),

    /**
     * The guest decided, or the bank. False where the charge cannot become that any more.
     * @param {Charge} charge @param {Exclude<ChargeStatus, 'open'>} status
     */
    async decide(charge, status) {
      if (!MOVES[charge.status].includes(status)) return false;
      charge.status = status;
      await emit(`charge.${status}`, charge);
      return true;
    },

    /**
     * Gives back a part of a charge, once per reference; the event describes how it went.
     * @param {{ reference: string, chargeId: string | null, amount: string }} wanted
     */
    async refund({ reference, chargeId, amount }) {
      if (Object.values(refunds).some((refund) => refund.reference === reference)) return;
      const charge = this.charge(chargeId ?? '');
      const left = charge?.status === 'paid' ? decimal(charge.amount) - givenBack(chargeId) : 0n;
      const reason = decimal(amount) > left ? 'More than what is left of this charge.' : undefined;
      const status = reason ? 'failed' : 'refunded';
      /** @type {Refund} */
      const refund = {
        id: `re_${randomUUID()}`,
        reference,
        chargeId,
        amount,
        status,
        ...(reason && { reason }),
      };
      refunds[refund.id] = refund;
      await emit(`refund.${status}`, refund);
    },

    /** Delivers what an earlier run could not. */
    resume() {
      for (const event of Object.values(unheard)) void deliver(event);
    },

    async close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      await store.save();
    },
  };
}

/** The key is not the merchant's. */
export class WrongKeyError extends Error {
  constructor() {
    super('The key does not belong to the account.');
  }
}

/** A decimal string as a whole number of its smallest unit: amounts of one charge have the same digits. Never a float. */
const decimal = (/** @type {string} */ text) => BigInt(text.replace('.', ''));
