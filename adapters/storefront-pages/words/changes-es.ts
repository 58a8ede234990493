import { html } from 'hono/html';
import type { ChangeWords } from './changes-en.ts';

/** Spanish text for changing a booked stay. */
export const CHANGES_ES: ChangeWords = {
  link: 'Cambiar tu estancia',
  title: 'Cambiar tu estancia',
  lead: 'Elige otras fechas u otros huéspedes. Nada cambia hasta que confirmes el precio.',
  show: 'Ver el nuevo precio',
  price: 'Precio de la estancia cambiada',
  figures: 'Lo que cambia',
  booking: 'Tu reserva',
  oldTotal: 'Total hasta ahora',
  newTotal: 'Nuevo total',
  difference: 'Diferencia',
  dropped: { one: 'noche cancelada', many: 'de noches canceladas', other: 'noches canceladas' },
  paid: 'Pagado',
  toPay: 'Por pagar',
  overpaid: 'Pagado de más sobre el nuevo total',
  confirm: 'Cambiar mi estancia',
  stale:
    'Tu reserva o el precio ha cambiado desde que lo viste. No se ha cambiado nada. Revisa los nuevos importes y confírmalos.',
  request: {
    lead: 'Elige otras fechas u otros huéspedes y mira el precio. Después, el alojamiento acepta o rechaza el cambio.',
    terms:
      'El alojamiento tiene hasta 48 horas para responder. Hasta entonces tu reserva sigue igual y las nuevas noches no están reservadas para ti.',
    send: 'Enviar la solicitud',
    title: 'Tu solicitud de cambio',
    pending: (storefront, until) =>
      html`${storefront} puede responder hasta el ${until}. Hasta entonces tu reserva sigue igual y estas noches no están reservadas para ti.`,
    withdraw: 'Retirar la solicitud',
  },
  line: {
    choose: '¿En qué alojamiento quieres cambiar los huéspedes?',
    dates: 'Las fechas valen para toda la reserva.',
  },
  cancelledNights: 'Noches canceladas',
  faults: {
    dates: 'Elige una fecha de llegada y una de salida.',
    same: 'Tu reserva ya tiene estas fechas y estos huéspedes.',
    taken: 'No todas estas noches están disponibles.',
    party: 'No hay sitio para tantos huéspedes.',
    nights: 'No es posible una estancia en estas fechas.',
    closed: 'Esta reserva ya no se puede cambiar aquí. Ponte en contacto con el alojamiento.',
  },
};
