import { type Customer, customers } from './people.ts';

/** One message: a customer (c) or a colleague (a) writes, or a colleague writes a note (n). */
export type Turn = { by: 'c' | 'a' | 'n'; text: string; photo?: true; subject?: string; html?: string; buttons?: string[] };

export type Conversation = {
  customer: Customer;
  kind: Customer['on'][number];
  turns: readonly Turn[];
  /** Minutes between the last message and now. */
  ageMinutes: number;
  /** The position of the colleague, or null for nobody. */
  assignee: number | null;
  status: 'open' | 'closed' | 'snoozed';
  isRead: boolean;
};

const c = (text: string, more: Partial<Turn> = {}): Turn => ({ by: 'c', text, ...more });
const a = (text: string, more: Partial<Turn> = {}): Turn => ({ by: 'a', text, ...more });
const n = (text: string): Turn => ({ by: 'n', text });

const chats: readonly (readonly Turn[])[] = [
  [
    c('Hello! Is the Trail 4 still in stock in green?'),
    a('It is, in S and M. Green is our favourite too.'),
    a('Shall I put one aside for you?'),
    c('Yes please, M. Do you ship to London this week?'),
  ],
  [c('¿Tienen el casco Brisa en talla M?'), c('Lo necesito para el sábado.'), c('¿Y en rojo?')],
  [c('شكراً، وصلت الدراجة اليوم وكل شيء ممتاز'), a('يسعدنا ذلك! رحلة ممتعة.')],
  [
    c('My order 2026-4417 says delivered, but there is no parcel here.'),
    a('I am sorry. Could you look with your neighbour at number 14? The courier left it there.'),
    c('Found it. Thank you!'),
    a('Good. Enjoy the ride.'),
  ],
  [
    c('The chain jumps in third gear since yesterday. Here is a picture.', { photo: true }),
    n('Looks like a bent hanger. Ask for the frame number before we book the workshop.'),
    a('That looks like a bent derailleur hanger. Could you send me the number below the bottom bracket?'),
    c('HC-22-90817'),
    a('Thank you. We can take it on Thursday at 16:30. Does that work?'),
    c('Perfect, Thursday after 4 works. Can you confirm 16:30?'),
  ],
  [c('Can I still change the delivery address? It is 12 Mill Lane now.'), a('Changed. It leaves tomorrow morning.')],
  [
    c('How long is the battery guarantee on the e-bikes?'),
    a('Two years, or 500 charges, whichever comes first.'),
    c('And if I live outside the EU?'),
    a('The same. You send it to our workshop in Oslo, and we pay for the way back.'),
    c('Great, I will order the City 2 then'),
  ],
  [c('La ruota è pronta?'), a('La ruota è pronta, passi quando vuole.')],
  [c('Dzień dobry, kiedy przyjdzie rama?')],
  [
    c('Do you have a size chart for children’s bikes?'),
    a('Which size does your child need?', { buttons: ['Under 110 cm', '110 to 125 cm', 'Over 125 cm'] }),
    c('110 to 125 cm'),
    a('Then the 20 inch Pony fits. It is 9.4 kg and has a chain guard.'),
  ],
  [c('Wo finde ich die Rechnung zu Bestellung 2026-4390?'), a('Ich habe sie Ihnen gerade per E-Mail geschickt.'), c('Danke!')],
  [
    c('The lights I bought stopped working after two weeks'),
    n('Batch 11 again. Replace without asking for the old ones.'),
    a('That should not happen. I am sending you a new pair today; you can keep the old ones.'),
    c('Wow, that was quick. Thanks a lot'),
    a('You are welcome!'),
  ],
  [c('Is your workshop open on Saturday?'), a('From 10 to 14. No appointment needed for punctures.')],
  [c('I want to return the pannier bags. How?'), c('They are unused, still in the box.')],
];

const mails: readonly (readonly Turn[])[] = [
  [
    c('Bitte ändern Sie die Lieferadresse auf Rechnung 2026-4417: Lindenweg 8, 50667 Köln.', {
      subject: 'Rechnung 2026-4417: bitte Lieferadresse ändern',
      html: '<p>Guten Tag,</p><p>bitte ändern Sie die <b>Lieferadresse</b> auf Rechnung 2026-4417:</p><blockquote>Lindenweg 8<br>50667 Köln</blockquote><p>Freundliche Grüße</p>',
    }),
    a('Guten Tag, die Adresse ist geändert. Die neue Rechnung ist angehängt.', { subject: 'Re: Rechnung 2026-4417' }),
  ],
  [
    c('We would like to lease 12 e-bikes for three years. Could you send a quote with service included?', {
      subject: 'Quote for 12 e-bikes, fleet lease',
      html: '<h2>Fleet lease</h2><p>We would like to lease <strong>12 e-bikes</strong> for three years.</p><table border="1" cellpadding="6"><tr><th>Model</th><th>Pieces</th></tr><tr><td>City 2</td><td>8</td></tr><tr><td>Cargo 1</td><td>4</td></tr></table><p>Could you send a quote with service included?</p>',
    }),
    n('Liam bought four Cargo 1 last year. Offer the wholesale price.'),
    a('Thank you for asking. 12 e-bikes with service come to 1,140 a month. The full quote follows today.', {
      subject: 'Re: Quote for 12 e-bikes, fleet lease',
    }),
    c('That is within our budget. Is insurance part of it?', { subject: 'Re: Quote for 12 e-bikes, fleet lease' }),
  ],
  [
    c('The order confirmation lists two saddles, but I ordered one.', { subject: 'Order 2026-4402' }),
    a('You are right. I removed the second one and refunded 39.00.', { subject: 'Re: Order 2026-4402' }),
    c('Thank you, I see the refund.', { subject: 'Re: Order 2026-4402' }),
  ],
  [
    c('Please find the signed warranty form attached.', { subject: 'Warranty form, frame HC-21-55013', photo: true }),
    a('Received. We send the new frame next week.', { subject: 'Re: Warranty form, frame HC-21-55013' }),
  ],
  [
    c('Do you have a job for a bicycle mechanic in spring?', {
      subject: 'Application',
      html: '<p>Dear team,</p><p>do you have a job for a <i>bicycle mechanic</i> in spring? I worked five years at a shop in Ghent.</p>',
    }),
  ],
];

/** Minutes since the last message: some windows are open, some nearly over, some closed for days. */
const AGES = [2, 15, 38, 52, 95, 160, 240, 420, 700, 1_306, 1_402, 1_500, 2_900, 4_400, 5_800, 8_700];

const all = customers.flatMap((customer) => customer.on.map((kind) => ({ customer, kind })));

/** The last conversations begin after the automation was published, so that it has runs. */
export const RUNS = 6;

/** Sixty conversations. The same position always gives the same conversation. */
export const conversations: readonly Conversation[] = all.map(({ customer, kind }, index) => {
  const source = kind === 'email' ? mails : chats;
  const turns = source[index % source.length] as readonly Turn[];
  const isAnswered = turns.at(-1)?.by !== 'c';
  const ageMinutes = (AGES[(index * 7) % AGES.length] as number) + index;
  return {
    customer,
    kind,
    turns,
    ageMinutes,
    assignee: index % 5 === 4 ? null : index % 4,
    status: isAnswered && index % 3 === 0 ? 'closed' : index % 11 === 5 ? 'snoozed' : 'open',
    isRead: isAnswered || index % 4 === 0,
  };
});
