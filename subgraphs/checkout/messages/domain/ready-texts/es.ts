import type { ReadyTexts } from './ready-text.ts';

export const ES: ReadyTexts = {
  booked: {
    subject: 'Tu estancia en {{property.name}} está confirmada',
    body: `Hola, {{guest.firstName}}:

Gracias por tu reserva. Tu estancia en {{property.name}} está confirmada.

Llegada: {{stay.checkIn}}
Salida: {{stay.checkOut}}
Referencia: {{booking.reference}}

Encontrarás todos los detalles en la página de tu reserva:
{{permalink}}

Si tienes alguna pregunta, responde a este mensaje. ¡Te esperamos!`,
  },
  before_arrival: {
    subject: 'Tu llegada a {{property.name}}',
    body: `Hola, {{guest.firstName}}:

Ya falta poco para tu estancia en {{property.name}}.

Llegada: {{stay.checkIn}}

La dirección, las indicaciones para llegar y el horario de entrada están en la página de tu reserva. Allí también puedes decirnos a qué hora piensas llegar:
{{permalink}}

¡Buen viaje y hasta pronto!`,
  },
  door_code: {
    subject: 'Tu llave de {{property.name}}',
    body: `Hola, {{guest.firstName}}:

¡Hoy es el día! Aquí tienes todo lo que necesitas para entrar.

Unidad: {{unit.name|te lo diremos cuando llegues}}
Código de la puerta: {{door.code|te daremos la llave cuando llegues}}

Si algo no funciona, responde a este mensaje y te ayudaremos enseguida.`,
  },
  during_stay: {
    subject: '¿Va todo bien?',
    body: `Hola, {{guest.firstName}}:

Esperamos que te sientas a gusto en {{property.name}}.

¿Necesitas algo? ¿Hay algo que no esté como debería? Responde a este mensaje y nos ocuparemos de ello.

¡Disfruta de tu estancia!`,
  },
  check_out: {
    subject: 'Tu salida de hoy',
    body: `Hola, {{guest.firstName}}:

Hoy termina tu estancia en {{property.name}}. La hora de salida está en la página de tu reserva:
{{permalink}}

Antes de irte, cierra las ventanas, apaga las luces y comprueba que no te dejas nada.

¡Buen viaje de vuelta!`,
  },
  thank_you: {
    subject: 'Gracias por alojarte en {{property.name}}',
    body: `Hola, {{guest.firstName}}:

Gracias por alojarte con nosotros. Ha sido un placer recibirte en {{property.name}}.

¿Qué tal ha ido? Responde a este mensaje y cuéntanos qué te ha gustado y qué podríamos mejorar.

Nos encantaría volver a recibirte.`,
  },
};
