import type { PolicyTexts } from './policy-texts.ts';

export const de: PolicyTexts = {
  terms: {
    title: 'Allgemeine Geschäftsbedingungen',
    sections: [
      {
        title: 'Vertrag',
        sentences: [
          'Diese Bedingungen gelten für jeden Aufenthalt, den Sie auf {site} buchen.',
          ['Ihr Vertragspartner ist {name}, {address}.', 'Ihr Vertragspartner ist {name}.'],
          'Der Vertrag kommt zustande, wenn wir Ihre Buchung bestätigen.',
          [
            'Für Buchungen mit festen Daten gibt es kein 14-tägiges Widerrufsrecht ({withdrawal}); Sie können wie unten beschrieben stornieren.',
            'Sie können eine Buchung wie unten beschrieben stornieren, sofern Ihnen das Gesetz keine weiteren Rechte gibt.',
          ],
        ],
      },
      {
        title: 'Preis und Zahlung',
        sentences: [
          'Vor der Buchung sehen Sie den Gesamtpreis mit allen obligatorischen Gebühren und Steuern und wann welcher Teil fällig ist.',
          'Wird eine Zahlung nicht rechtzeitig geleistet, können wir den Aufenthalt wieder freigeben.',
        ],
      },
      {
        title: 'Änderung und Stornierung',
        sentences: [
          'Für Ihre Buchung gelten die Stornierungsbedingungen, die Ihnen bei der Buchung angezeigt wurden; Sie finden sie jederzeit auf der Seite Ihrer Buchung.',
          'Können wir den Aufenthalt nicht anbieten, erstatten wir alles, was Sie dafür bezahlt haben.',
        ],
      },
      {
        title: 'Anreise und Abreise',
        sentences: [
          [
            'Die Anreise ist ab {checkIn} Uhr möglich.',
            'Die Check-in-Zeit finden Sie auf der Seite Ihres Aufenthalts.',
          ],
          [
            'Die Abreise erfolgt bis {checkOut} Uhr.',
            'Die Check-out-Zeit finden Sie auf der Seite Ihres Aufenthalts.',
          ],
          'Bitte sagen Sie uns Bescheid, wenn Sie später anreisen.',
        ],
      },
      {
        title: 'Hausordnung',
        sentences: [
          'Die Regeln auf der Seite Ihres Aufenthalts, zum Beispiel zu Haustieren, Rauchen und Ruhezeiten, sind Teil des Vertrags.',
          'Es darf nur die gebuchte Anzahl Personen übernachten.',
          'Bitte behandeln Sie die Unterkunft sorgfältig, halten Sie die Nachtruhe ein und melden Sie uns Schäden sofort.',
        ],
      },
      {
        title: 'Haftung',
        sentences: [
          'Wir haften nach den gesetzlichen Vorschriften.',
          'Sie haften für Schäden, die Sie oder Ihre Mitreisenden schuldhaft verursachen.',
        ],
      },
      {
        title: 'Anwendbares Recht',
        sentences: [
          '{law}',
          'Wenn Sie als Verbraucherin oder Verbraucher buchen, bleibt Ihnen auch der zwingende Schutz des Rechts Ihres Wohnsitzlandes erhalten.',
        ],
      },
      {
        title: 'Kontakt',
        sentences: [
          [
            'Sie erreichen uns unter {contact}.',
            'Sie können uns auf der Seite Ihrer Buchung eine Nachricht schreiben.',
          ],
        ],
      },
    ],
  },
  privacy: {
    title: 'Datenschutzerklärung',
    sections: [
      {
        title: 'Verantwortliche Stelle',
        sentences: [
          [
            'Verantwortlich für Ihre personenbezogenen Daten ist {name}, {address}.',
            'Verantwortlich für Ihre personenbezogenen Daten ist {name}.',
          ],
          [
            'Bei Fragen zu Ihren Daten erreichen Sie uns unter {contact}.',
            'Bei Fragen zu Ihren Daten können Sie uns auf der Seite Ihrer Buchung schreiben.',
          ],
        ],
      },
      {
        title: 'Welche Daten wir verwenden und wozu',
        sentences: [
          'Um Ihre Fragen zu beantworten und Ihren Aufenthalt durchzuführen, verwenden wir Ihren Namen, Ihre Kontaktdaten, Reisedaten, Mitreisenden, Zahlungen und Nachrichten.',
          [
            'Rechtsgrundlagen nach {dataLaw} sind unser Vertrag mit Ihnen, unsere gesetzlichen Pflichten und unser berechtigtes Interesse, Ihnen zu antworten und Missbrauch zu verhindern.',
            'Wir tun das, um unseren Vertrag mit Ihnen und unsere gesetzlichen Pflichten zu erfüllen, Ihnen zu antworten und Missbrauch zu verhindern.',
          ],
          [
            'Die Vorschriften über die Meldung von Gästen ({registration}) können uns verpflichten, Ihre Identität zu erfassen und den Behörden zu melden.',
            'Wenn das Gesetz es verlangt, erfassen wir auch Ihre Identität und melden sie den Behörden.',
          ],
        ],
      },
      {
        title: 'Wer Daten erhält',
        sentences: [
          'Unsere Buchungsplattform und der Zahlungsdienst, den Sie wählen, verarbeiten Daten für uns.',
          'Behörden erhalten Daten nur, wenn das Gesetz es verlangt.',
          'Wir verkaufen Ihre Daten nicht.',
        ],
      },
      {
        title: 'Wie lange wir Daten aufbewahren',
        sentences: [
          [
            'Buchungen und Rechnungen bewahren wir {years} Jahre auf ({retention}); andere Daten löschen wir, sobald wir sie nicht mehr brauchen.',
            'Buchungen und Rechnungen bewahren wir so lange auf, wie das Gesetz es verlangt; andere Daten löschen wir, sobald wir sie nicht mehr brauchen.',
          ],
        ],
      },
      {
        title: 'Cookies',
        sentences: [
          'Ohne Ihre Einwilligung speichert diese Website nur, was sie zum Funktionieren braucht, zum Beispiel Ihre Sprachwahl.',
        ],
      },
      {
        title: 'Ihre Rechte',
        sentences: [
          'Sie können Auskunft über Ihre Daten verlangen, sie berichtigen oder löschen lassen, ihre Verwendung einschränken oder ihr widersprechen und sie in einem gängigen Format erhalten.',
          'Eine Einwilligung können Sie jederzeit widerrufen.',
          '{complaint}',
        ],
      },
    ],
  },
  dataLaws: {
    CH: 'dem Schweizer Datenschutzgesetz (DSG)',
    EU: 'der Datenschutz-Grundverordnung (Art. 6 Abs. 1 Buchst. b, c und f DSGVO)',
  },
  countries: {
    CH: {
      law: 'Es gilt Schweizer Recht.',
      complaint:
        'Sie können sich an den Eidgenössischen Datenschutz- und Öffentlichkeitsbeauftragten (EDÖB) wenden.',
    },
    DE: {
      law: 'Es gilt deutsches Recht.',
      complaint:
        'Sie können sich bei der Landesdatenschutzbehörde des Bundeslandes beschweren, in dem wir unseren Sitz haben.',
    },
    AT: {
      law: 'Es gilt österreichisches Recht.',
      complaint: 'Sie können sich bei der österreichischen Datenschutzbehörde (DSB) beschweren.',
    },
    FR: {
      law: 'Es gilt französisches Recht.',
      complaint: 'Sie können sich bei der französischen Datenschutzbehörde (CNIL) beschweren.',
    },
    IT: {
      law: 'Es gilt italienisches Recht.',
      complaint:
        'Sie können sich bei der italienischen Datenschutzbehörde (Garante per la protezione dei dati personali) beschweren.',
    },
    ES: {
      law: 'Es gilt spanisches Recht.',
      complaint: 'Sie können sich bei der spanischen Datenschutzbehörde (AEPD) beschweren.',
    },
    NL: {
      law: 'Es gilt niederländisches Recht.',
      complaint:
        'Sie können sich bei der niederländischen Datenschutzbehörde (Autoriteit Persoonsgegevens) beschweren.',
    },
    other: {
      law: 'Es gilt das Recht des Landes, in dem die Unterkunft liegt.',
      complaint: 'Sie können sich bei der Datenschutzbehörde Ihres Landes beschweren.',
    },
  },
};
