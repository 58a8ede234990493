import type { ThreadWords } from './threads-en.ts';

/** Spanish text for guests' messages to their host. */
export const THREADS_ES: ThreadWords = {
  title: 'Mensajes',
  lead: (storefront) => `Escribe aquí a ${storefront}. Te enviaremos sus respuestas por correo.`,
  none: 'Todavía no hay mensajes.',
  you: 'Tú',
  files: 'Archivos',
  automated: 'enviado automáticamente',
  label: 'Tu mensaje',
  send: 'Enviar mensaje',
  sent: 'Tu mensaje se ha enviado.',
  over: 'Ya no puedes escribir aquí.',
  faults: {
    EMPTY: 'Escribe primero un mensaje.',
    UNSTORABLE:
      'Este mensaje contiene un carácter que no se puede guardar (U+0000). Quítalo y vuelve a enviar el mensaje.',
    TOO_LONG: (most) => `Un mensaje puede tener ${most} caracteres como máximo.`,
    TOO_MANY: 'Has enviado demasiados mensajes. Vuelve a intentarlo en una hora.',
    WINDOW_CLOSED: 'Este mensaje no se ha enviado: ya no puedes escribir aquí.',
    other: 'Tu mensaje no se ha enviado. Vuelve a intentarlo.',
  },
};
