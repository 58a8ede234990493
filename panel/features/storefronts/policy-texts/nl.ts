import type { PolicyTexts } from './policy-texts.ts';

export const nl: PolicyTexts = {
  terms: {
    title: 'Algemene voorwaarden',
    sections: [
      {
        title: 'Overeenkomst',
        sentences: [
          'Deze voorwaarden gelden voor elk verblijf dat u op {site} boekt.',
          ['Uw overeenkomst is met {name}, {address}.', 'Uw overeenkomst is met {name}.'],
          'De overeenkomst komt tot stand wanneer wij uw boeking bevestigen.',
          [
            'Voor boekingen met vaste data geldt geen herroepingsrecht van 14 dagen ({withdrawal}); u kunt annuleren zoals hieronder beschreven.',
            'U kunt een boeking annuleren zoals hieronder beschreven, tenzij de wet u meer rechten geeft.',
          ],
        ],
      },
      {
        title: 'Prijs en betaling',
        sentences: [
          'Voordat u boekt, ziet u de totaalprijs met alle verplichte kosten en belastingen, en wanneer elk deel betaald moet zijn.',
          'Als een betaling niet op tijd wordt gedaan, kunnen wij het verblijf weer vrijgeven.',
        ],
      },
      {
        title: 'Wijzigen en annuleren',
        sentences: [
          'Voor uw boeking gelden de annuleringsvoorwaarden die bij het boeken werden getoond; u kunt ze altijd nalezen op de pagina van uw boeking.',
          'Als wij het verblijf niet kunnen bieden, betalen wij alles terug wat u ervoor hebt betaald.',
        ],
      },
      {
        title: 'Aankomst en vertrek',
        sentences: [
          ['Inchecken kan vanaf {checkIn} uur.', 'De inchecktijd staat op de pagina van uw verblijf.'],
          ['Uitchecken kan tot {checkOut} uur.', 'De uitchecktijd staat op de pagina van uw verblijf.'],
          'Laat het ons weten als u later aankomt.',
        ],
      },
      {
        title: 'Huisregels',
        sentences: [
          'De regels op de pagina van uw verblijf, bijvoorbeeld over huisdieren, roken en stilte, maken deel uit van de overeenkomst.',
          'Alleen het geboekte aantal personen mag overnachten.',
          'Ga zorgvuldig met de accommodatie om, wees ’s nachts stil en meld schade direct.',
        ],
      },
      {
        title: 'Aansprakelijkheid',
        sentences: [
          'Wij zijn aansprakelijk zoals de wet bepaalt.',
          'Voor schade die u of uw reisgenoten verwijtbaar veroorzaken, bent u aansprakelijk.',
        ],
      },
      {
        title: 'Toepasselijk recht',
        sentences: [
          '{law}',
          'Als u als consument boekt, houdt u ook de bescherming van het dwingende recht van het land waar u woont.',
        ],
      },
      {
        title: 'Contact',
        sentences: [
          ['U kunt ons hier bereiken: {contact}.', 'U kunt ons schrijven op de pagina van uw boeking.'],
        ],
      },
    ],
  },
  privacy: {
    title: 'Privacybeleid',
    sections: [
      {
        title: 'Verantwoordelijke',
        sentences: [
          [
            'Verantwoordelijk voor uw persoonsgegevens is {name}, {address}.',
            'Verantwoordelijk voor uw persoonsgegevens is {name}.',
          ],
          [
            'Voor vragen over uw gegevens kunt u ons hier bereiken: {contact}.',
            'Voor vragen over uw gegevens kunt u ons schrijven op de pagina van uw boeking.',
          ],
        ],
      },
      {
        title: 'Welke gegevens wij gebruiken en waarom',
        sentences: [
          'Om uw vragen te beantwoorden en uw verblijf te verzorgen, gebruiken wij uw naam, contactgegevens, reisdata, reisgezelschap, betalingen en berichten.',
          [
            'De grondslagen volgens {dataLaw} zijn onze overeenkomst met u, onze wettelijke plichten en ons gerechtvaardigd belang om u te antwoorden en misbruik te voorkomen.',
            'Wij doen dit om onze overeenkomst met u en onze wettelijke plichten na te komen, u te antwoorden en misbruik te voorkomen.',
          ],
          [
            'De regels over de registratie van gasten ({registration}) kunnen ons verplichten uw identiteit vast te leggen en aan de autoriteiten te melden.',
            'Als de wet het vereist, leggen wij ook uw identiteit vast en melden wij die aan de autoriteiten.',
          ],
        ],
      },
      {
        title: 'Wie gegevens ontvangt',
        sentences: [
          'Ons boekingsplatform en de betaaldienst die u kiest, verwerken gegevens voor ons.',
          'Autoriteiten ontvangen alleen gegevens als de wet het vereist.',
          'Wij verkopen uw gegevens niet.',
        ],
      },
      {
        title: 'Hoelang wij gegevens bewaren',
        sentences: [
          [
            'Boekingen en facturen bewaren wij {years} jaar ({retention}); andere gegevens verwijderen wij zodra wij ze niet meer nodig hebben.',
            'Boekingen en facturen bewaren wij zolang de wet het vereist; andere gegevens verwijderen wij zodra wij ze niet meer nodig hebben.',
          ],
        ],
      },
      {
        title: 'Cookies',
        sentences: [
          'Zonder uw toestemming slaat deze site alleen op wat nodig is om te werken, bijvoorbeeld uw taalkeuze.',
        ],
      },
      {
        title: 'Uw rechten',
        sentences: [
          'U kunt uw gegevens opvragen, laten corrigeren of verwijderen, het gebruik ervan beperken of er bezwaar tegen maken, en ze in een gangbaar formaat ontvangen.',
          'Toestemming kunt u altijd intrekken.',
          '{complaint}',
        ],
      },
    ],
  },
  dataLaws: {
    CH: 'de Zwitserse wet op de gegevensbescherming (DSG)',
    EU: 'de Algemene verordening gegevensbescherming (art. 6, lid 1, onder b, c en f AVG)',
  },
  countries: {
    CH: {
      law: 'Het Zwitserse recht is van toepassing.',
      complaint:
        'U kunt zich wenden tot de Zwitserse federale functionaris voor gegevensbescherming en transparantie (EDÖB).',
    },
    DE: {
      law: 'Het Duitse recht is van toepassing.',
      complaint:
        'U kunt een klacht indienen bij de privacytoezichthouder van de Duitse deelstaat waar wij gevestigd zijn (Landesdatenschutzbehörde).',
    },
    AT: {
      law: 'Het Oostenrijkse recht is van toepassing.',
      complaint: 'U kunt een klacht indienen bij de Oostenrijkse privacytoezichthouder (Datenschutzbehörde).',
    },
    FR: {
      law: 'Het Franse recht is van toepassing.',
      complaint: 'U kunt een klacht indienen bij de Franse privacytoezichthouder (CNIL).',
    },
    IT: {
      law: 'Het Italiaanse recht is van toepassing.',
      complaint:
        'U kunt een klacht indienen bij de Italiaanse privacytoezichthouder (Garante per la protezione dei dati personali).',
    },
    ES: {
      law: 'Het Spaanse recht is van toepassing.',
      complaint: 'U kunt een klacht indienen bij de Spaanse privacytoezichthouder (AEPD).',
    },
    NL: {
      law: 'Het Nederlandse recht is van toepassing.',
      complaint: 'U kunt een klacht indienen bij de Autoriteit Persoonsgegevens.',
    },
    other: {
      law: 'Het recht van het land waar de accommodatie ligt, is van toepassing.',
      complaint: 'U kunt een klacht indienen bij de privacytoezichthouder van uw land.',
    },
  },
};
