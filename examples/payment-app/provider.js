import { randomUUID } from 'node:crypto';

/** @import { Charge, ChargeStatus, Event, EventType, Metadata, Refund, Store } from './store.js' */

/** Delays before redelivering an unacknowledged event; the last one repeats. */
const AGAIN_MS = [1_000, 5_000, 30_000];

/** Legal status changes of a charge. @type {Record<ChargeStatus, ChargeStatus[]>} */
const MOVES = { open: ['paid', 'failed', 'pending'], pending: ['paid', 'failed'], paid: [], failed: [] };

/**
 * Simulates a payment provider; replace it with yours. It identifies a charge by the merchant's reference, lets the guest decide
 * on its own page, and notifies the merchant of every change until `notify(event)` resolves. It is independent of the platform.
 * @param {{ store: Store, notify: (event: Event) => Promise<void>, againMs?: number[] }} parts
 */
export function openProvider({ store, notify, againMs = AGAIN_MS }) {
  const { charges, refunds, unheard } = store.records;
  /** @type {Set<NodeJS.Timeout>} */
  const timers = new Set();
  let closed = false;

  /** Notifies the merchant, and retries later after a failure. @param {Event} event */
  async function deliver(event, tries = 0) {
    try {
      await notify(event);
      delete unheard[event.id];
      await store.save();
    } catch (error) {
      console.error(`Failed to deliver ${event.type} of ${event.reference}: ${error}`);
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

  /** @param {EventType} type @param {{ id: string, reference: string, metadata: Metadata, reason?: string | undefined }} about */
  async function emit(type, { id, reference, metadata: { team }, reason }) {
    const event = {
      id: randomUUID(),
      type,
      objectId: id,
      reference,
      metadata: { team },
      ...(reason && { reason }),
    };
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
     * Creates a merchant's charge, or returns the existing one for the same reference. Stores `metadata` with it. Throws WrongKeyError.
     * @param {{ account: string, key: string }} merchant
     * @param {Omit<Charge, 'id' | 'status' | 'account'>} wanted @returns {Promise<Charge>}
     */
    async createCharge({ account, key }, { reference, amount, currency, metadata }) {
      // A real provider stores its merchants' keys; these contain the digits of the account number.
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
     * Records a decision by the guest or the bank. Returns false if the charge can't change to that status.
     * @param {Charge} charge @param {Exclude<ChargeStatus, 'open'>} status
     */
    async decide(charge, status) {
      if (!MOVES[charge.status].includes(status)) return false;
      charge.status = status;
      await emit(`charge.${status}`, charge);
      return true;
    },

    /**
     * Refunds a charge in full or in part, once per reference, and emits the outcome as an event. Stores `metadata` with it.
     * @param {{ reference: string, chargeId: string | null, amount: string, metadata: Metadata }} wanted
     */
    async refund({ reference, chargeId, amount, metadata }) {
      if (Object.values(refunds).some((refund) => refund.reference === reference)) return;
      const charge = this.charge(chargeId ?? '');
      const left = charge?.status === 'paid' ? decimal(charge.amount) - givenBack(chargeId) : 0n;
      const reason = decimal(amount) > left ? 'More than the rest of this charge.' : undefined;
      const status = reason ? 'failed' : 'refunded';
      /** @type {Refund} */
      const refund = {
        id: `re_${randomUUID()}`,
        reference,
        chargeId,
        amount,
        metadata,
        status,
        ...(reason && { reason }),
      };
      refunds[refund.id] = refund;
      await emit(`refund.${status}`, refund);
    },

    /** Delivers events that an earlier run couldn't. */
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

/** The key isn't the merchant's. */
export class WrongKeyError extends Error {
  constructor() {
    super('The key does not belong to the account.');
  }
}

/** Converts a decimal string to an integer, avoiding floats. All amounts of a charge have the same number of decimals. */
const decimal = (/** @type {string} */ text) => BigInt(text.replace('.', ''));
