import type { PolicyTexts } from './policy-texts.ts';

export const it: PolicyTexts = {
  terms: {
    title: 'Condizioni generali',
    sections: [
      {
        title: 'Contratto',
        sentences: [
          'Queste condizioni valgono per ogni soggiorno prenotato su {site}.',
          ['Il contratto è concluso con {name}, {address}.', 'Il contratto è concluso con {name}.'],
          'Il contratto si perfeziona quando confermiamo la prenotazione.',
          [
            'Per le prenotazioni con date fisse non c’è diritto di recesso di 14 giorni ({withdrawal}); è possibile cancellare come descritto sotto.',
            'È possibile cancellare una prenotazione come descritto sotto, salvo ulteriori diritti previsti dalla legge.',
          ],
        ],
      },
      {
        title: 'Prezzo e pagamento',
        sentences: [
          'Prima di prenotare viene mostrato il prezzo totale, con tutti i costi e le imposte obbligatori, e quando è dovuta ogni parte.',
          'Se un pagamento non avviene in tempo, possiamo rimettere in vendita il soggiorno.',
        ],
      },
      {
        title: 'Modifiche e cancellazione',
        sentences: [
          'Valgono le condizioni di cancellazione mostrate al momento della prenotazione, sempre consultabili sulla pagina della prenotazione.',
          'Se non possiamo fornire il soggiorno, rimborsiamo tutto quanto è stato pagato.',
        ],
      },
      {
        title: 'Arrivo e partenza',
        sentences: [
          [
            'Il check-in è possibile dalle {checkIn}.',
            'L’orario del check-in è indicato sulla pagina del soggiorno.',
          ],
          [
            'Il check-out è entro le {checkOut}.',
            'L’orario del check-out è indicato sulla pagina del soggiorno.',
          ],
          'In caso di arrivo in ritardo, vi preghiamo di avvisarci.',
        ],
      },
      {
        title: 'Regole della casa',
        sentences: [
          'Le regole sulla pagina del soggiorno, ad esempio su animali, fumo e ore di silenzio, fanno parte del contratto.',
          'Può soggiornare solo il numero di ospiti prenotato.',
          'Vi preghiamo di trattare con cura l’alloggio, di rispettare il silenzio notturno e di segnalarci subito eventuali danni.',
        ],
      },
      {
        title: 'Responsabilità',
        sentences: [
          'Rispondiamo nei termini previsti dalla legge.',
          'Gli ospiti rispondono dei danni causati per colpa propria o delle persone che li accompagnano.',
        ],
      },
      {
        title: 'Legge applicabile',
        sentences: [
          '{law}',
          'Chi prenota come consumatore conserva anche la tutela delle norme imperative del Paese in cui vive.',
        ],
      },
      {
        title: 'Contatti',
        sentences: [
          ['Potete contattarci qui: {contact}.', 'Potete scriverci sulla pagina della prenotazione.'],
        ],
      },
    ],
  },
  privacy: {
    title: 'Informativa sulla privacy',
    sections: [
      {
        title: 'Titolare del trattamento',
        sentences: [
          [
            'Il titolare del trattamento dei vostri dati personali è {name}, {address}.',
            'Il titolare del trattamento dei vostri dati personali è {name}.',
          ],
          [
            'Per domande sui vostri dati potete contattarci qui: {contact}.',
            'Per domande sui vostri dati potete scriverci sulla pagina della prenotazione.',
          ],
        ],
      },
      {
        title: 'Quali dati usiamo e perché',
        sentences: [
          'Per rispondere alle vostre domande e fornire il soggiorno usiamo nome, recapiti, date del viaggio, accompagnatori, pagamenti e messaggi.',
          [
            'Le basi giuridiche secondo {dataLaw} sono il contratto con voi, i nostri obblighi di legge e il nostro legittimo interesse a rispondervi e a prevenire abusi.',
            'Lo facciamo per adempiere il contratto con voi e i nostri obblighi di legge, per rispondervi e per prevenire abusi.',
          ],
          [
            'Le norme sulla registrazione degli ospiti ({registration}) possono obbligarci a registrare la vostra identità e a comunicarla alle autorità.',
            'Se la legge lo richiede, registriamo anche la vostra identità e la comunichiamo alle autorità.',
          ],
        ],
      },
      {
        title: 'Chi riceve i dati',
        sentences: [
          'La nostra piattaforma di prenotazione e il servizio di pagamento che scegliete trattano i dati per nostro conto.',
          'Le autorità ricevono dati solo se la legge lo richiede.',
          'Non vendiamo i vostri dati.',
        ],
      },
      {
        title: 'Per quanto tempo li conserviamo',
        sentences: [
          [
            'Conserviamo prenotazioni e fatture per {years} anni ({retention}) e cancelliamo gli altri dati appena non ne abbiamo più bisogno.',
            'Conserviamo prenotazioni e fatture per il tempo richiesto dalla legge e cancelliamo gli altri dati appena non ne abbiamo più bisogno.',
          ],
        ],
      },
      {
        title: 'Cookie',
        sentences: [
          'Senza il vostro consenso, questo sito salva solo ciò che gli serve per funzionare, ad esempio la lingua scelta.',
        ],
      },
      {
        title: 'I vostri diritti',
        sentences: [
          'Potete chiedere una copia dei vostri dati, farli rettificare o cancellare, limitarne l’uso od opporvi, e riceverli in un formato di uso comune.',
          'Potete revocare il consenso in qualsiasi momento.',
          '{complaint}',
        ],
      },
    ],
  },
  dataLaws: {
    CH: 'la legge federale svizzera sulla protezione dei dati (LPD)',
    EU: 'il regolamento generale sulla protezione dei dati (art. 6, par. 1, lett. b, c e f GDPR)',
  },
  countries: {
    CH: {
      law: 'Si applica il diritto svizzero.',
      complaint:
        'Potete rivolgervi all’Incaricato federale della protezione dei dati e della trasparenza (IFPDT).',
    },
    DE: {
      law: 'Si applica il diritto tedesco.',
      complaint:
        'Potete presentare reclamo all’autorità per la protezione dei dati del Land tedesco in cui abbiamo sede (Landesdatenschutzbehörde).',
    },
    AT: {
      law: 'Si applica il diritto austriaco.',
      complaint:
        'Potete presentare reclamo all’autorità austriaca per la protezione dei dati (Datenschutzbehörde).',
    },
    FR: {
      law: 'Si applica il diritto francese.',
      complaint: 'Potete presentare reclamo all’autorità francese per la protezione dei dati (CNIL).',
    },
    IT: {
      law: 'Si applica il diritto italiano.',
      complaint: 'Potete presentare reclamo al Garante per la protezione dei dati personali.',
    },
    ES: {
      law: 'Si applica il diritto spagnolo.',
      complaint: 'Potete presentare reclamo all’autorità spagnola per la protezione dei dati (AEPD).',
    },
    NL: {
      law: 'Si applica il diritto olandese.',
      complaint:
        'Potete presentare reclamo all’autorità olandese per la protezione dei dati (Autoriteit Persoonsgegevens).',
    },
    other: {
      law: 'Si applica il diritto del Paese in cui si trova l’alloggio.',
      complaint: 'Potete presentare reclamo all’autorità per la protezione dei dati del vostro Paese.',
    },
  },
};
