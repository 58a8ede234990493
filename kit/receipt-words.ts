import type { Language } from './language.ts';

/** Words on receipts and invoices, and in emails about payments. */
interface ReceiptWords {
  readonly taxId: (id: string) => string;
  /** A tax that the total contains. */
  readonly included: (tax: string) => string;
  readonly net: string;
  readonly refund: (method: string) => string;
  readonly methods: Readonly<Record<'bank_transfer' | 'cash' | 'card_terminal' | 'app' | 'other', string>>;
}

export const RECEIPT_WORDS: Readonly<Record<Language, ReceiptWords>> = {
  en: {
    taxId: (id) => `Tax ID: ${id}`,
    included: (tax) => `Includes ${tax}`,
    net: 'Net',
    refund: (method) => `Refund (${method})`,
    methods: {
      bank_transfer: 'Bank transfer',
      cash: 'Cash',
      card_terminal: 'Card',
      app: 'Online payment',
      other: 'Payment',
    },
  },
  de: {
    taxId: (id) => `Steuernummer: ${id}`,
    included: (tax) => `Darin enthalten: ${tax}`,
    net: 'Netto',
    refund: (method) => `Rückzahlung (${method})`,
    methods: {
      bank_transfer: 'Überweisung',
      cash: 'Bar',
      card_terminal: 'Karte',
      app: 'Online-Zahlung',
      other: 'Zahlung',
    },
  },
  fr: {
    taxId: (id) => `Numéro fiscal\u00a0: ${id}`,
    included: (tax) => `Dont ${tax}`,
    net: 'Hors taxes',
    refund: (method) => `Remboursement (${method})`,
    methods: {
      bank_transfer: 'Virement',
      cash: 'Espèces',
      card_terminal: 'Carte',
      app: 'Paiement en ligne',
      other: 'Paiement',
    },
  },
  es: {
    taxId: (id) => `NIF: ${id}`,
    included: (tax) => `Incluye ${tax}`,
    net: 'Base',
    refund: (method) => `Reembolso (${method})`,
    methods: {
      bank_transfer: 'Transferencia',
      cash: 'Efectivo',
      card_terminal: 'Tarjeta',
      app: 'Pago en línea',
      other: 'Pago',
    },
  },
  it: {
    taxId: (id) => `Codice fiscale: ${id}`,
    included: (tax) => `Di cui ${tax}`,
    net: 'Imponibile',
    refund: (method) => `Rimborso (${method})`,
    methods: {
      bank_transfer: 'Bonifico',
      cash: 'Contanti',
      card_terminal: 'Carta',
      app: 'Pagamento online',
      other: 'Pagamento',
    },
  },
  nl: {
    taxId: (id) => `Fiscaal nummer: ${id}`,
    included: (tax) => `Inclusief ${tax}`,
    net: 'Excl. belasting',
    refund: (method) => `Terugbetaling (${method})`,
    methods: {
      bank_transfer: 'Overschrijving',
      cash: 'Contant',
      card_terminal: 'Kaart',
      app: 'Onlinebetaling',
      other: 'Betaling',
    },
  },
};
