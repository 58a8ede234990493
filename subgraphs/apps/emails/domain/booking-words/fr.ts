import type { BookingMailWords } from './booking-mail-words.ts';

export const FR: BookingMailWords = {
  hello: (name) => (name === null ? 'Bonjour,' : `Bonjour ${name},`),
  test: {
    subject: '[Test] ',
    notice: 'Ceci est une réservation test : rien n’est débité et aucun client n’est attendu.',
  },
  facts: {
    reference: 'Référence',
    property: 'Établissement',
    stay: 'Séjour',
    checkIn: 'Arrivée',
    checkOut: 'Départ',
    party: 'Voyageurs',
    guest: 'Client',
    before: 'Total avant la modification',
    booked: 'Dates réservées',
    requested: 'Total en cas d’acceptation',
    difference: 'Différence',
    dropped: 'Nuits annulées',
    cancelled: 'Annulé',
    lostUnits: 'Logements à attribuer de nouveau',
    total: 'Total',
    paid: 'Payé',
    dueNow: 'À payer maintenant',
    balance: 'Reste à payer',
    freeUntil: 'Annulation gratuite jusqu’au',
    fee: 'Frais d’annulation',
    refund: 'Remboursement',
    nearest: 'Prochaines dates disponibles',
  },
  dueBy: (amount, day) => `${amount} au plus tard le ${day}`,
  atProperty: (amount) => `${amount} sur place`,
  message: (storefront, message) => `Message de ${storefront} : ${message}`,
  from: (time) => `à partir de ${time}`,
  by: (time) => `avant ${time}`,
  questions: (storefront, reached) => `Des questions ? Contactez ${storefront} : ${reached}`,
  mails: {
    'guest-held': {
      subject: ({ reference, property }) => `Paiement attendu : votre séjour chez ${property} (${reference})`,
      lead: ({ property, until, requested }) =>
        `${requested ? 'Votre demande a été acceptée. ' : ''}Votre séjour chez ${property} vous est réservé jusqu’au ${until}. Payez d’ici là pour le confirmer ; ensuite, les nuits seront remises en vente.`,
      action: 'Payer maintenant',
      after:
        'Si vous n’avez rien réservé, ignorez cet e-mail : sans paiement, les nuits seront remises en vente.',
    },
    'guest-held-at-property': {
      subject: ({ reference, property }) => `À confirmer : votre séjour chez ${property} (${reference})`,
      lead: ({ property, until, requested }) =>
        `${requested ? 'Votre demande a été acceptée. ' : ''}Votre séjour chez ${property} vous est réservé jusqu’au ${until}. Confirmez-le d’ici là ; vous payez sur place. Ensuite, les nuits seront remises en vente.`,
      action: 'Confirmer maintenant',
      after:
        'Si vous n’avez rien réservé, ignorez cet e-mail : sans confirmation, les nuits seront remises en vente.',
    },
    'guest-paid': {
      subject: ({ reference, property }) => `Votre séjour chez ${property} est payé (${reference})`,
      lead: ({ property }) =>
        `Nous avons reçu le solde de votre paiement. Votre séjour chez ${property} est payé et confirmé.`,
      action: 'Voir votre réservation',
    },
    'guest-changed': {
      subject: ({ reference, property }) => `Votre séjour chez ${property} a été modifié (${reference})`,
      lead: ({ property }) => `Votre séjour chez ${property} a été modifié comme vous l’avez demandé.`,
      action: 'Voir votre réservation',
    },
    'guest-change-requested': {
      subject: ({ property, reference }) => `Votre demande de modification pour ${property} (${reference})`,
      lead: ({ property, storefront, until }) =>
        `Vous avez demandé à modifier votre séjour à ${property}. ${storefront} peut répondre jusqu’au ${until}. D’ici là, votre réservation reste inchangée et les nouvelles nuits ne vous sont pas réservées.`,
      action: 'Voir votre réservation',
    },
    'guest-change-declined': {
      subject: ({ property, reference }) =>
        `Votre modification pour ${property} a été refusée (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} ne peut pas modifier votre séjour à ${property} comme vous le souhaitiez. Votre réservation reste inchangée, au même prix.`,
      action: 'Voir votre réservation',
    },
    'guest-change-expired': {
      subject: ({ property, reference }) =>
        `Votre demande de modification pour ${property} est restée sans réponse (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} n’a pas répondu à temps à votre demande de modification. Votre réservation à ${property} reste inchangée, au même prix.`,
      action: 'Voir votre réservation',
    },
    'host-change-requested': {
      subject: ({ property, reference }) => `Modification demandée à ${property} : ${reference}`,
      lead: ({ until }) =>
        `Le voyageur souhaite modifier le séjour. Répondez avant le ${until} ; passé ce délai, la demande expire et la réservation reste inchangée.`,
      action: 'Répondre à la demande',
    },
    'guest-confirmed': {
      subject: ({ reference, property }) => `Votre séjour chez ${property} est confirmé (${reference})`,
      lead: ({ property }) => `Votre séjour chez ${property} est confirmé.`,
      action: 'Voir votre réservation',
    },
    'guest-cancelled': {
      subject: ({ reference, property }) => `Votre séjour chez ${property} a été annulé (${reference})`,
      lead: ({ property, storefront, byGuest }) =>
        byGuest
          ? `Votre réservation chez ${property} a été annulée à votre demande.`
          : `${storefront} a annulé votre réservation chez ${property}.`,
      action: 'Voir votre réservation',
    },
    'guest-released': {
      subject: ({ reference, property }) => `Votre réservation chez ${property} a expiré (${reference})`,
      lead: ({ property }) =>
        `Nous n’avons pas reçu votre paiement à temps : les nuits chez ${property} ne vous sont plus réservées. Si elles sont encore disponibles, vous pouvez les réserver à nouveau.`,
      action: 'Voir votre réservation',
    },
    'guest-payment-returned': {
      subject: ({ reference, property }) =>
        `Votre paiement pour ${property} n’a pas pu être utilisé (${reference})`,
      lead: ({ property }) =>
        `Nous avons reçu un paiement qui n’a pas pu être utilisé pour votre réservation à ${property} ; il doit donc vous être rendu. Nous vous écrirons dès qu’il aura été remboursé.`,
      action: 'Voir votre réservation',
    },
    'guest-refunded': {
      subject: ({ reference, property }) => `Votre remboursement pour ${property} (${reference})`,
      lead: ({ property }) =>
        `Vous avez été remboursé pour votre réservation à ${property}. L’argent peut mettre quelques jours à arriver sur votre compte.`,
      action: 'Voir votre réservation',
    },
    'guest-refund-failed': {
      subject: ({ reference, property }) => `Votre remboursement pour ${property} a échoué (${reference})`,
      lead: ({ property }) =>
        `Nous vous avions annoncé un remboursement pour votre réservation à ${property}. Il a échoué depuis, par exemple parce que la carte ou le compte est clôturé. Cette somme vous est toujours due, et l’établissement a été prié de vous la rendre autrement.`,
      action: 'Voir votre réservation',
    },
    'host-refund-failed': {
      subject: ({ reference, property }) => `Remboursement échoué, ${property} : ${reference}`,
      lead: () =>
        'Un remboursement effectué par l’application de paiement a échoué, par exemple parce que la carte ou le compte du client est clôturé. Le montant est de nouveau dû au client : convenez avec lui d’un autre moyen et enregistrez le remboursement dans le compte de la réservation.',
      action: 'Ouvrir la réservation',
    },
    'host-payment-returned': {
      subject: ({ reference, property }) => `Paiement à rendre, ${property} : ${reference}`,
      lead: () =>
        'Un paiement n’a pas pu être utilisé pour cette réservation, parce qu’elle était déjà payée, libérée ou annulée, ou que son prix avait changé. Le montant revient au client : le compte de la réservation indique si l’application de paiement le rembourse ou si vous devez le faire.',
      action: 'Ouvrir la réservation',
    },
    'host-new': {
      subject: ({ reference, property }) => `Nouvelle réservation, ${property} : ${reference}`,
      lead: ({ storefront, until }) =>
        until === ''
          ? `${storefront} a une nouvelle réservation.`
          : `${storefront} a une nouvelle réservation. Elle n’est pas encore payée : les nuits sont retenues jusqu’au ${until}, puis remises en vente.`,
      action: 'Ouvrir la réservation',
    },
    'host-confirmed': {
      subject: ({ reference, property }) => `Réservation confirmée, ${property} : ${reference}`,
      lead: () => 'La réservation est confirmée.',
      action: 'Ouvrir la réservation',
    },
    'host-paid': {
      subject: ({ reference, property }) => `Solde payé, ${property} : ${reference}`,
      lead: () => 'Le solde de la réservation a été payé.',
      action: 'Ouvrir la réservation',
    },
    'host-changed': {
      subject: ({ reference, property }) => `Séjour modifié, ${property} : ${reference}`,
      lead: () => 'Le voyageur a modifié le séjour sur la page de la réservation.',
      action: 'Ouvrir la réservation',
    },
    'host-cancelled': {
      subject: ({ reference, property }) => `Réservation annulée, ${property} : ${reference}`,
      lead: ({ byGuest }) =>
        byGuest
          ? 'Le client a annulé la réservation. Ses nuits sont de nouveau disponibles.'
          : 'La réservation a été annulée. Ses nuits sont de nouveau disponibles.',
      action: 'Ouvrir la réservation',
    },
    'request-verify': {
      subject: ({ reference, property }) => `Confirmez votre demande pour ${property} (${reference})`,
      lead: ({ property, storefront }) =>
        `Vous souhaitez séjourner chez ${property}. Confirmez que cette adresse est bien la vôtre pour envoyer votre demande à ${storefront}. Rien n’est encore réservé.`,
      action: 'Confirmer la demande',
      after:
        'Le lien est valable 30 minutes. Si vous n’avez rien demandé, ignorez cet e-mail : rien ne se passe tant que le lien n’est pas utilisé.',
    },
    'request-declined': {
      subject: ({ reference, property }) => `Votre demande pour ${property} a été refusée (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} ne peut pas accepter votre demande pour ${property}. Rien n’a été réservé.`,
      action: 'Voir votre demande',
    },
    'request-expired': {
      subject: ({ reference, property }) =>
        `Votre demande pour ${property} est restée sans réponse (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} n’a pas répondu à temps à votre demande pour ${property}. Rien n’a été réservé et aucune nuit n’est retenue pour vous.`,
      action: 'Voir votre demande',
    },
    'request-failed': {
      subject: ({ reference, property }) =>
        `Les nuits chez ${property} ne sont plus disponibles (${reference})`,
      lead: ({ property }) =>
        `Les nuits demandées chez ${property} ont été réservées par quelqu’un d’autre avant l’acceptation de votre demande. Rien n’a été réservé pour vous.`,
      action: 'Voir votre demande',
    },
    'host-request': {
      subject: ({ reference, property }) => `Demande pour ${property} : ${reference}`,
      lead: ({ storefront, until }) =>
        `Un client de ${storefront} souhaite réserver. Répondez avant le ${until} ; ensuite, la demande expire.`,
      action: 'Répondre à la demande',
    },
  },
};
