import { html } from 'hono/html';
import type { CancelWords } from './cancels-en.ts';

export const CANCELS_FR: CancelWords = {
  title: 'Annuler votre réservation',
  link: 'Annuler la réservation',
  keep: 'Conserver la réservation',
  paid: 'Vous avez payé',
  fee: 'Frais d’annulation',
  refund: 'Vous récupérez',
  nothing: 'Rien n’est remboursé',
  owed: 'Il vous reste à payer',
  until: (deadline) => html`Ces montants sont valables jusqu’au ${deadline}.`,
  unpaid: 'Vous n’avez rien payé. Si vous annulez, vos nuits sont libérées et vous ne devez rien.',
  shrank:
    'Les montants ont changé depuis l’ouverture de cette page\u00a0; rien n’a été annulé. Vérifiez-les, puis annulez de nouveau si vous êtes d’accord.',
  reason: 'Motif (facultatif)',
  submit: 'Annuler cette réservation',
  line: {
    choose: 'Que souhaitez-vous annuler\u00a0?',
    whole: 'Toute la réservation',
    lead: (line) =>
      `Seul l’élément «\u00a0${line}\u00a0» est annulé. Le reste de votre réservation ne change pas.`,
    submit: (line) => `Annuler ${line}`,
  },
  contact: (storefront) => `Pour annuler cette réservation, contactez ${storefront}.`,
  faults: {
    reason_too_long: (most) => `Le motif peut compter au maximum ${most} caractères.`,
    card_number: 'Retirez le numéro de carte du motif.',
  },
  state: 'Annulée',
  by: {
    guest: (name, day) => `${name}, vous avez annulé cette réservation le ${day}.`,
    host: (name, day) => `${name}, l’établissement a annulé cette réservation le ${day}.`,
    other: (name, day) => `${name}, cette réservation a été annulée le ${day}.`,
  },
  wasRefunded: (amount, day) => `${amount} ont été remboursés le ${day}`,
  wasRequested: (amount, day) =>
    `un remboursement de ${amount} a été demandé le ${day} et n’est pas encore confirmé`,
  hasFailed: (amount, day) => `un remboursement de ${amount} a échoué le ${day}`,
  isDue: (amount, host) => `${host} vous doit ${amount}, qui n’ont pas encore été versés`,
  noRefund: (amount) => `vous avez payé ${amount} et rien n’est remboursé`,
  stillOwed: (amount) => `il reste ${amount} à payer pour l’annulation`,
  nothingPaid: 'vous n’avez encore rien payé',
  nothingOwed: 'vous n’avez rien payé et vous ne devez rien',
};
