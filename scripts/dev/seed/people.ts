/** A customer of the demo's shop, with an address for each channel on which a chat exists. */
export type Customer = {
  name: string;
  phone?: string;
  email?: string;
  instagram?: string;
  /** The channels on which this customer has a chat. */
  on: readonly ('whatsapp' | 'sms' | 'email' | 'instagram')[];
  labels: readonly string[];
  /** Values of the shop's attributes. */
  known: Record<string, string>;
};

const BICYCLES = ['Trail 4, green', 'City 2', 'Road 7, 56 cm', 'Kids 20 inch', 'Cargo 1'];
const CITIES = ['London', 'Lisbon', 'Hamburg', 'Turin', 'Kraków', 'Oslo', 'Lyon'];

const row = (name: string, on: string, labels = '', index = 0): Customer => {
  const kinds = on.split(' ') as Customer['on'];
  const words = name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z ]/g, '')
    .trim()
    .toLowerCase()
    .split(' ');
  const slug = words.join('.') || `customer${index}`;
  const needsPhone = kinds.includes('whatsapp') || kinds.includes('sms');
  return {
    name,
    on: kinds,
    labels: labels === '' ? [] : labels.split(' '),
    known: { bicycle: BICYCLES[index % BICYCLES.length] ?? '', city: CITIES[index % CITIES.length] ?? '' },
    ...(needsPhone && { phone: index === 0 ? '+4915112345678' : `+49151000${String(10_000 + index * 37)}` }),
    ...(kinds.includes('email') && { email: `${slug}@example.org` }),
    ...(kinds.includes('instagram') && { instagram: `178414000000${String(10_000 + index)}` }),
  };
};

const rows: [string, string, string?][] = [
  ['Ada Lovelace', 'whatsapp sms email', 'vip newsletter'],
  ['Sofía Herrera', 'whatsapp instagram', 'newsletter'],
  ['نور الهاشمي', 'whatsapp', 'newsletter'],
  ['Dieter Krause', 'email whatsapp', 'wholesale'],
  ['Priya Raman', 'sms whatsapp', 'newsletter'],
  ['Anjali Deshpande', 'instagram', ''],
  ['Liam O’Connor', 'email whatsapp', 'wholesale vip'],
  ['Chiara Bianchi', 'whatsapp sms', 'newsletter'],
  ['Zofia Wiśniewska', 'whatsapp email', 'newsletter'],
  ['Amara Nwosu', 'whatsapp instagram', 'vip newsletter'],
  ['Jonas Lindqvist', 'whatsapp sms', ''],
  ['Mei Tanaka', 'email instagram', 'newsletter'],
  ['Lucas Moreau', 'whatsapp sms email', 'newsletter'],
  ['Emma Schneider', 'whatsapp email', 'vip newsletter'],
  ['Carlos Ferreira', 'sms whatsapp', ''],
  ['Ingrid Solheim', 'email whatsapp', 'newsletter'],
  ['Omar Haddad', 'whatsapp', 'newsletter'],
  ['Fatima Zahra', 'whatsapp instagram', ''],
  ['Noah van Dijk', 'sms email', 'wholesale'],
  ['Elif Yılmaz', 'whatsapp sms', 'newsletter'],
  ['Henry Clark', 'email sms whatsapp', 'wholesale'],
  ['Isabella Rossi', 'whatsapp instagram', 'newsletter'],
  ['Marek Novák', 'whatsapp sms', ''],
  ['Grace Kim', 'whatsapp email', 'newsletter'],
  ['Tomás Silva', 'instagram sms', ''],
  ['Hanna Koskinen', 'email whatsapp', 'newsletter'],
  ['Samuel Osei', 'whatsapp sms', 'newsletter'],
  ['Olivia Brown', 'email instagram', 'vip'],
  ['Aarav Patel', 'whatsapp sms', 'newsletter'],
  ['Clara Weber', 'sms email', ''],
];

/** Thirty customers with sixty chats. */
export const customers: readonly Customer[] = rows.map(([name, on, labels], index) => row(name, on, labels, index));

export const colleagues = [
  { name: 'Yusuf Demir', email: 'yusuf@halden-cycles.example', role: 'admin' },
  { name: 'Grace Okafor', email: 'grace@halden-cycles.example', role: 'manager' },
  { name: 'Hannah Vogel', email: 'hannah@halden-cycles.example', role: 'member' },
  { name: 'Mateo Ruiz', email: 'mateo@halden-cycles.example', role: 'member' },
] as const;
