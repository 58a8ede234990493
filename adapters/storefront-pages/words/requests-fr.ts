import type { RequestWords } from './requests-en.ts';

/** French text for guests about booking requests. */
export const REQUESTS_FR: RequestWords = {
  title: (name) => `Demander : ${name}`,
  heading: 'Demande de réservation',
  lead: 'L’établissement répond personnellement à chaque demande. Vous ne payez rien maintenant : s’il accepte, vous recevrez un lien de paiement.',
  answered: (hours) => `Vous recevrez une réponse sous ${hours}.`,
  details: 'Voir les photos et les détails',
  changeStay: 'Modifier les dates ou les voyageurs',
  you: 'Vos coordonnées',
  firstName: 'Prénom',
  lastName: 'Nom',
  email: 'Adresse e-mail',
  emailHint: 'Nous vous enverrons un lien pour confirmer votre demande.',
  phone: 'Téléphone (facultatif)',
  message: 'Message à l’établissement (facultatif)',
  optional: (label) => `${label} (facultatif)`,
  choose: 'Choisissez une option',
  terms: 'J’accepte les conditions et la politique de confidentialité de l’établissement.',
  readTerms: 'À lire :',
  send: 'Envoyer la demande',
  mailbox: {
    title: 'Consultez votre messagerie',
    text: (email) =>
      `Nous avons envoyé un lien à ${email}. Ouvrez-le dans les 30 minutes pour confirmer votre demande. L’établissement ne la verra qu’ensuite.`,
    nothing:
      'Pas d’e-mail ? Regardez dans vos courriers indésirables ou renvoyez la demande dans quelques minutes.',
  },
  verify: {
    title: 'Confirmez votre demande',
    text: 'L’établissement verra votre demande dès que vous l’aurez confirmée ici.',
    button: 'Confirmer la demande',
  },
  over: {
    title: 'Ce lien n’est plus valable',
    text: 'Les liens de confirmation sont valables 30 minutes. Veuillez renvoyer la demande.',
  },
  notTaken: {
    title: 'Ce séjour ne peut pas être demandé',
    text: 'Ce site n’accepte pas de demandes pour ce séjour.',
    back: 'Voir le séjour',
  },
  progress: {
    title: (reference) => `Demande ${reference}`,
    test: 'Ceci est une demande test : aucun client n’est attendu.',
    state: {
      unverified: 'Pas encore confirmée',
      pending: 'En attente de l’établissement',
      accepted: 'Acceptée',
      booked: 'Réservée',
      lapsed: 'Non payée à temps',
      declined: 'Refusée',
      withdrawn: 'Retirée',
      expired: 'Sans réponse',
      failed: 'Plus disponible',
    },
    text: {
      unverified:
        'Consultez votre messagerie : l’établissement verra votre demande dès que vous l’aurez confirmée avec le lien de notre e-mail.',
      pending: 'L’établissement a reçu votre demande. Nous vous enverrons un e-mail dès qu’il aura répondu.',
      accepted:
        'L’établissement a accepté votre demande et les nuits vous sont réservées. Payez maintenant pour confirmer votre séjour.',
      booked: 'Votre séjour est réservé.',
      lapsed:
        'L’établissement a accepté votre demande, mais la réservation n’a pas été payée à temps. Les nuits ont été remises en vente.',
      declined: 'L’établissement ne peut pas accepter votre demande. Vous n’avez rien payé.',
      withdrawn: 'Vous avez retiré cette demande. Vous n’avez rien payé.',
      expired: 'L’établissement n’a pas répondu à temps : votre demande a expiré. Vous n’avez rien payé.',
      failed:
        'Quelqu’un d’autre a réservé ces nuits avant que l’établissement ait pu répondre. Vous n’avez rien payé.',
    },
    answerBy: 'Réponse avant le',
    payBy: 'À payer avant le',
    next: 'Et maintenant',
    steps: [
      'L’établissement répond et nous vous envoyons un e-mail.',
      'S’il accepte, vous payez avec le lien de cet e-mail.',
      'Votre séjour est réservé. D’ici là, vous ne devez rien.',
    ],
    pay: 'Payer maintenant',
    seeBooking: 'Voir votre réservation',
    withdraw: 'Retirer la demande',
    nearest: 'Ces dates sont disponibles :',
    again: 'Voir d’autres hébergements',
  },
  stay: 'Séjour',
  dates: 'Dates',
  total: 'Total',
  fix: 'Vérifiez les champs signalés.',
  faults: {
    firstName: 'Indiquez votre prénom, en 100 caractères au maximum.',
    lastName: 'Indiquez votre nom, en 100 caractères au maximum.',
    email: 'Indiquez une adresse e-mail où vous joindre.',
    phone: 'Un numéro de téléphone peut comporter 40 caractères au maximum.',
    message: 'Un message peut comporter 2 000 caractères au maximum.',
    answer: 'Répondez à cette question en 500 caractères au maximum.',
    terms: 'Veuillez accepter les conditions.',
    unstorable:
      'Ce champ contient un caractère qui ne peut pas être enregistré (U+0000). Remplissez-le à nouveau.',
    TOO_LATE: 'Il est trop tard pour demander ces dates. Choisissez des dates plus éloignées.',
    TOO_MANY: 'Trop de demandes sont en cours pour cette adresse. Réessayez dans une heure.',
    other: 'Ces dates ne peuvent pas être demandées.',
  },
};
