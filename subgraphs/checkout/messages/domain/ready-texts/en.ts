import type { ReadyTexts } from './ready-text.ts';

export const EN: ReadyTexts = {
  booked: {
    subject: 'Your stay at {{property.name}} is confirmed',
    body: `Hello {{guest.firstName}},

Thank you for booking with us. Your stay at {{property.name}} is confirmed.

Check-in: {{stay.checkIn}}
Check-out: {{stay.checkOut}}
Booking reference: {{booking.reference}}

You'll find all the details on your booking's page:
{{permalink}}

If you have any questions, just reply to this message. We look forward to welcoming you.`,
  },
  before_arrival: {
    subject: 'Your arrival at {{property.name}}',
    body: `Hello {{guest.firstName}},

Your stay at {{property.name}} starts soon: we expect you on {{stay.checkIn}}.

The address, directions and check-in times are on your booking's page. You can also tell us there when you expect to arrive:
{{permalink}}

Have a safe trip, and see you soon.`,
  },
  door_code: {
    subject: 'Your key to {{property.name}}',
    body: `Hello {{guest.firstName}},

Today's the day! Here is everything you need to get in.

Unit: {{unit.name|We'll tell you when you arrive}}
Door code: {{door.code|You'll get your key when you arrive}}

If anything doesn't work, reply to this message and we'll help you right away.`,
  },
  during_stay: {
    subject: 'Is everything all right?',
    body: `Hello {{guest.firstName}},

We hope you've settled in well at {{property.name}}.

Is there anything you need, or anything that isn't as it should be? Reply to this message and we'll take care of it.

Enjoy your stay!`,
  },
  check_out: {
    subject: 'Checking out today',
    body: `Hello {{guest.firstName}},

Your stay at {{property.name}} ends today. The check-out time is on your booking's page:
{{permalink}}

Before you leave, please close the windows, turn off the lights and check that you haven't left anything behind.

Have a safe trip home.`,
  },
  thank_you: {
    subject: 'Thank you for staying at {{property.name}}',
    body: `Hello {{guest.firstName}},

Thank you for staying with us. It was a pleasure to have you at {{property.name}}.

How was it? Reply to this message and tell us what you liked and what we could do better.

We'd be delighted to welcome you back.`,
  },
};
