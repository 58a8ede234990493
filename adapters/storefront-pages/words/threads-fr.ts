import type { ThreadWords } from './threads-en.ts';

/** French text for guests' messages to their host. */
export const THREADS_FR: ThreadWords = {
  title: 'Messages',
  lead: (storefront) => `Écrivez ici à ${storefront}. Nous vous enverrons les réponses par e-mail.`,
  none: 'Aucun message pour le moment.',
  you: 'Vous',
  files: 'Fichiers',
  automated: 'envoyé automatiquement',
  label: 'Votre message',
  send: 'Envoyer le message',
  sent: 'Votre message a été envoyé.',
  over: 'Vous ne pouvez plus écrire ici.',
  faults: {
    EMPTY: 'Écrivez d’abord un message.',
    UNSTORABLE:
      'Ce message contient un caractère qui ne peut pas être enregistré (U+0000). Supprimez-le et renvoyez le message.',
    TOO_LONG: (most) => `Un message peut comporter ${most} caractères au maximum.`,
    TOO_MANY: 'Vous avez envoyé trop de messages. Réessayez dans une heure.',
    WINDOW_CLOSED: 'Ce message n’a pas été envoyé : vous ne pouvez plus écrire ici.',
    other: 'Votre message n’a pas été envoyé. Réessayez.',
  },
};
