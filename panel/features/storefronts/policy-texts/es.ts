import type { PolicyTexts } from './policy-texts.ts';

export const es: PolicyTexts = {
  terms: {
    title: 'Condiciones generales',
    sections: [
      {
        title: 'Contrato',
        sentences: [
          'Estas condiciones se aplican a todas las estancias que reserve en {site}.',
          ['Su contrato es con {name}, {address}.', 'Su contrato es con {name}.'],
          'El contrato se celebra cuando confirmamos su reserva.',
          [
            'Las reservas con fechas determinadas no tienen derecho de desistimiento de 14 días ({withdrawal}); puede cancelarlas como se indica más abajo.',
            'Puede cancelar una reserva como se indica más abajo, salvo que la ley le conceda más derechos.',
          ],
        ],
      },
      {
        title: 'Precio y pago',
        sentences: [
          'Antes de reservar ve el precio total, con todos los cargos e impuestos obligatorios, y cuándo debe pagarse cada parte.',
          'Si un pago no se realiza a tiempo, podemos volver a poner la estancia a la venta.',
        ],
      },
      {
        title: 'Cambios y cancelación',
        sentences: [
          'Se aplica la política de cancelación que se mostró al reservar; puede leerla en cualquier momento en la página de su reserva.',
          'Si no podemos ofrecerle la estancia, le devolvemos todo lo que haya pagado por ella.',
        ],
      },
      {
        title: 'Llegada y salida',
        sentences: [
          [
            'La entrada es a partir de las {checkIn}.',
            'La hora de entrada figura en la página de su estancia.',
          ],
          [
            'La salida es como máximo a las {checkOut}.',
            'La hora de salida figura en la página de su estancia.',
          ],
          'Avísenos si va a llegar más tarde.',
        ],
      },
      {
        title: 'Normas de la casa',
        sentences: [
          'Las normas de la página de su estancia, por ejemplo sobre mascotas, tabaco y horas de silencio, forman parte del contrato.',
          'Solo puede alojarse el número de personas reservado.',
          'Cuide el alojamiento, respete el silencio por la noche y comuníquenos de inmediato cualquier daño.',
        ],
      },
      {
        title: 'Responsabilidad',
        sentences: [
          'Respondemos en los términos previstos por la ley.',
          'Usted responde de los daños que causen por su culpa usted o las personas que lo acompañan.',
        ],
      },
      {
        title: 'Ley aplicable',
        sentences: [
          '{law}',
          'Si reserva como consumidor, conserva también la protección de las normas imperativas del país en el que vive.',
        ],
      },
      {
        title: 'Contacto',
        sentences: [['Puede contactarnos aquí: {contact}.', 'Puede escribirnos en la página de su reserva.']],
      },
    ],
  },
  privacy: {
    title: 'Política de privacidad',
    sections: [
      {
        title: 'Responsable del tratamiento',
        sentences: [
          [
            'El responsable del tratamiento de sus datos personales es {name}, {address}.',
            'El responsable del tratamiento de sus datos personales es {name}.',
          ],
          [
            'Si tiene preguntas sobre sus datos, puede contactarnos aquí: {contact}.',
            'Si tiene preguntas sobre sus datos, puede escribirnos en la página de su reserva.',
          ],
        ],
      },
      {
        title: 'Qué datos usamos y para qué',
        sentences: [
          'Para responder a sus preguntas y prestarle el servicio, usamos su nombre, sus datos de contacto, las fechas del viaje, los acompañantes, sus pagos y sus mensajes.',
          [
            'Las bases jurídicas según {dataLaw} son nuestro contrato con usted, nuestras obligaciones legales y nuestro interés legítimo en responderle y evitar abusos.',
            'Lo hacemos para cumplir nuestro contrato con usted y nuestras obligaciones legales, para responderle y para evitar abusos.',
          ],
          [
            'Las normas sobre el registro de viajeros ({registration}) pueden obligarnos a registrar su identidad y comunicarla a las autoridades.',
            'Si la ley lo exige, también registramos su identidad y la comunicamos a las autoridades.',
          ],
        ],
      },
      {
        title: 'Quién recibe los datos',
        sentences: [
          'Nuestra plataforma de reservas y el servicio de pago que usted elija tratan datos por encargo nuestro.',
          'Las autoridades solo reciben datos si la ley lo exige.',
          'No vendemos sus datos.',
        ],
      },
      {
        title: 'Cuánto tiempo los conservamos',
        sentences: [
          [
            'Conservamos las reservas y las facturas durante {years} años ({retention}) y eliminamos los demás datos en cuanto dejamos de necesitarlos.',
            'Conservamos las reservas y las facturas mientras lo exija la ley y eliminamos los demás datos en cuanto dejamos de necesitarlos.',
          ],
        ],
      },
      {
        title: 'Cookies',
        sentences: [
          'Sin su consentimiento, este sitio solo guarda lo que necesita para funcionar, por ejemplo el idioma que ha elegido.',
        ],
      },
      {
        title: 'Sus derechos',
        sentences: [
          'Puede pedirnos una copia de sus datos, su rectificación o supresión, limitar su uso u oponerse a él, y recibirlos en un formato habitual.',
          'Puede retirar su consentimiento en cualquier momento.',
          '{complaint}',
        ],
      },
    ],
  },
  dataLaws: {
    CH: 'la Ley federal suiza de protección de datos (LPD)',
    EU: 'el Reglamento general de protección de datos (art. 6, apdo. 1, letras b, c y f, del RGPD)',
  },
  countries: {
    CH: {
      law: 'Se aplica el derecho suizo.',
      complaint:
        'Puede dirigirse al Comisionado federal suizo de protección de datos y transparencia (EDÖB/PFPDT).',
    },
    DE: {
      law: 'Se aplica el derecho alemán.',
      complaint:
        'Puede reclamar ante la autoridad de protección de datos del estado federado alemán en el que estamos establecidos (Landesdatenschutzbehörde).',
    },
    AT: {
      law: 'Se aplica el derecho austriaco.',
      complaint: 'Puede reclamar ante la autoridad austriaca de protección de datos (Datenschutzbehörde).',
    },
    FR: {
      law: 'Se aplica el derecho francés.',
      complaint: 'Puede reclamar ante la autoridad francesa de protección de datos (CNIL).',
    },
    IT: {
      law: 'Se aplica el derecho italiano.',
      complaint:
        'Puede reclamar ante la autoridad italiana de protección de datos (Garante per la protezione dei dati personali).',
    },
    ES: {
      law: 'Se aplica el derecho español.',
      complaint: 'Puede reclamar ante la Agencia Española de Protección de Datos (AEPD).',
    },
    NL: {
      law: 'Se aplica el derecho neerlandés.',
      complaint:
        'Puede reclamar ante la autoridad neerlandesa de protección de datos (Autoriteit Persoonsgegevens).',
    },
    other: {
      law: 'Se aplica el derecho del país en el que se encuentra el alojamiento.',
      complaint: 'Puede reclamar ante la autoridad de protección de datos de su país.',
    },
  },
};
