import type { PolicyTexts } from './policy-texts.ts';

export const fr: PolicyTexts = {
  terms: {
    title: 'Conditions générales',
    sections: [
      {
        title: 'Contrat',
        sentences: [
          'Ces conditions s’appliquent à tout séjour réservé sur {site}.',
          ['Votre contrat est conclu avec {name}, {address}.', 'Votre contrat est conclu avec {name}.'],
          'Il est conclu lorsque nous confirmons votre réservation.',
          [
            'Les réservations à dates fixes n’ouvrent pas droit au délai de rétractation de 14 jours ({withdrawal}) ; vous pouvez annuler comme indiqué ci-dessous.',
            'Vous pouvez annuler une réservation comme indiqué ci-dessous, sauf si la loi vous accorde des droits plus étendus.',
          ],
        ],
      },
      {
        title: 'Prix et paiement',
        sentences: [
          'Avant de réserver, vous voyez le prix total, avec tous les frais et taxes obligatoires, ainsi que la date à laquelle chaque partie est due.',
          'Si un paiement n’est pas effectué à temps, nous pouvons remettre le séjour en vente.',
        ],
      },
      {
        title: 'Modification et annulation',
        sentences: [
          'Les conditions d’annulation affichées lors de votre réservation s’appliquent ; vous pouvez les relire à tout moment sur la page de votre réservation.',
          'Si nous ne pouvons pas assurer le séjour, nous remboursons tout ce que vous avez payé.',
        ],
      },
      {
        title: 'Arrivée et départ',
        sentences: [
          [
            'L’arrivée est possible à partir de {checkIn}.',
            'L’heure d’arrivée est indiquée sur la page de votre séjour.',
          ],
          [
            'Le départ doit avoir lieu avant {checkOut}.',
            'L’heure de départ est indiquée sur la page de votre séjour.',
          ],
          'Merci de nous prévenir si vous arrivez plus tard.',
        ],
      },
      {
        title: 'Règlement intérieur',
        sentences: [
          'Les règles indiquées sur la page de votre séjour, par exemple sur les animaux, le tabac et les heures de silence, font partie du contrat.',
          'Seul le nombre de personnes réservé peut être hébergé.',
          'Merci de prendre soin du logement, de respecter le calme la nuit et de nous signaler immédiatement tout dommage.',
        ],
      },
      {
        title: 'Responsabilité',
        sentences: [
          'Nous sommes responsables dans les conditions prévues par la loi.',
          'Vous êtes responsable des dommages causés par votre faute ou celle des personnes qui vous accompagnent.',
        ],
      },
      {
        title: 'Droit applicable',
        sentences: [
          '{law}',
          'Si vous réservez en tant que consommateur, vous conservez aussi la protection des règles impératives de votre pays de résidence.',
        ],
      },
      {
        title: 'Contact',
        sentences: [
          [
            'Vous pouvez nous joindre ici : {contact}.',
            'Vous pouvez nous écrire sur la page de votre réservation.',
          ],
        ],
      },
    ],
  },
  privacy: {
    title: 'Politique de confidentialité',
    sections: [
      {
        title: 'Responsable du traitement',
        sentences: [
          [
            'Le responsable du traitement de vos données personnelles est {name}, {address}.',
            'Le responsable du traitement de vos données personnelles est {name}.',
          ],
          [
            'Pour toute question sur vos données, vous pouvez nous joindre ici : {contact}.',
            'Pour toute question sur vos données, vous pouvez nous écrire sur la page de votre réservation.',
          ],
        ],
      },
      {
        title: 'Données utilisées et finalités',
        sentences: [
          'Pour répondre à vos questions et assurer votre séjour, nous utilisons votre nom, vos coordonnées, vos dates de voyage, la composition de votre groupe, vos paiements et vos messages.',
          [
            'Les bases juridiques selon {dataLaw} sont notre contrat avec vous, nos obligations légales et notre intérêt légitime à vous répondre et à prévenir les abus.',
            'Nous le faisons pour exécuter notre contrat avec vous et nos obligations légales, pour vous répondre et pour prévenir les abus.',
          ],
          [
            'Les règles sur l’enregistrement des voyageurs ({registration}) peuvent nous obliger à relever votre identité et à la transmettre aux autorités.',
            'Si la loi l’exige, nous relevons aussi votre identité et la transmettons aux autorités.',
          ],
        ],
      },
      {
        title: 'Destinataires',
        sentences: [
          'Notre plateforme de réservation et le service de paiement que vous choisissez traitent des données pour nous.',
          'Les autorités ne reçoivent des données que si la loi l’exige.',
          'Nous ne vendons pas vos données.',
        ],
      },
      {
        title: 'Durée de conservation',
        sentences: [
          [
            'Nous conservons les réservations et les factures pendant {years} ans ({retention}) et effaçons les autres données dès que nous n’en avons plus besoin.',
            'Nous conservons les réservations et les factures aussi longtemps que la loi l’exige et effaçons les autres données dès que nous n’en avons plus besoin.',
          ],
        ],
      },
      {
        title: 'Cookies',
        sentences: [
          'Sans votre consentement, ce site n’enregistre que ce qui est nécessaire à son fonctionnement, par exemple votre choix de langue.',
        ],
      },
      {
        title: 'Vos droits',
        sentences: [
          'Vous pouvez demander une copie de vos données, les faire rectifier ou effacer, limiter leur utilisation ou vous y opposer, et les recevoir dans un format courant.',
          'Vous pouvez retirer votre consentement à tout moment.',
          '{complaint}',
        ],
      },
    ],
  },
  dataLaws: {
    CH: 'la loi fédérale suisse sur la protection des données (LPD)',
    EU: 'le règlement général sur la protection des données (art. 6, par. 1, points b, c et f du RGPD)',
  },
  countries: {
    CH: {
      law: 'Le droit suisse est applicable.',
      complaint:
        'Vous pouvez vous adresser au Préposé fédéral à la protection des données et à la transparence (PFPDT).',
    },
    DE: {
      law: 'Le droit allemand est applicable.',
      complaint:
        'Vous pouvez introduire une réclamation auprès de l’autorité de protection des données du Land allemand où nous sommes établis (Landesdatenschutzbehörde).',
    },
    AT: {
      law: 'Le droit autrichien est applicable.',
      complaint:
        'Vous pouvez introduire une réclamation auprès de l’autorité autrichienne de protection des données (Datenschutzbehörde).',
    },
    FR: {
      law: 'Le droit français est applicable.',
      complaint:
        'Vous pouvez introduire une réclamation auprès de la Commission nationale de l’informatique et des libertés (CNIL).',
    },
    IT: {
      law: 'Le droit italien est applicable.',
      complaint:
        'Vous pouvez introduire une réclamation auprès de l’autorité italienne de protection des données (Garante per la protezione dei dati personali).',
    },
    ES: {
      law: 'Le droit espagnol est applicable.',
      complaint:
        'Vous pouvez introduire une réclamation auprès de l’autorité espagnole de protection des données (AEPD).',
    },
    NL: {
      law: 'Le droit néerlandais est applicable.',
      complaint:
        'Vous pouvez introduire une réclamation auprès de l’autorité néerlandaise de protection des données (Autoriteit Persoonsgegevens).',
    },
    other: {
      law: 'Le droit du pays où se trouve le logement est applicable.',
      complaint:
        'Vous pouvez introduire une réclamation auprès de l’autorité de protection des données de votre pays.',
    },
  },
};
