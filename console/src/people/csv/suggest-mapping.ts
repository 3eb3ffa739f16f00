import type { types } from '@patchbay/sdk';

/** What a column becomes: a field of contacts or `attributes.<externalId>`. Columns without one are not imported. */
export type Mapping = Record<string, string>;

type AttributeName = Pick<types.Attribute, 'externalId' | 'name'>;

/** Names of columns as spreadsheets and other products write them, in English, German, French and Spanish. */
const names: Record<string, readonly string[]> = {
  firstName: ['firstname', 'givenname', 'forename', 'vorname', 'prenom', 'nombre'],
  lastName: ['lastname', 'surname', 'familyname', 'nachname', 'familienname', 'nomdefamille', 'apellido', 'apellidos'],
  phoneNumber: [
    'phone',
    'phonenumber',
    'mobile',
    'mobilephone',
    'cell',
    'cellphone',
    'tel',
    'telephone',
    'whatsapp',
    'telefon',
    'telefonnummer',
    'handy',
    'handynummer',
    'mobil',
    'mobilnummer',
    'rufnummer',
    'telefono',
    'portable',
  ],
  email: [
    'email',
    'emailaddress',
    'mail',
    'mailaddress',
    'emailadresse',
    'mailadresse',
    'correo',
    'correoelectronico',
    'courriel',
  ],
  labels: ['label', 'labels', 'tag', 'tags', 'etikett', 'etiketten', 'schlagworte', 'kategorien', 'etiquetas'],
};

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^'?(?:\+|00)?[\d ().\-/]{7,24}$/;

/** Suggests what each column is: by its name, then by the values in it. Every field is suggested once. */
export function suggestMapping(
  header: readonly string[],
  rows: readonly string[][],
  attributes: readonly AttributeName[],
): Mapping {
  const mapping: Mapping = {};
  const taken = new Set<string>();
  const suggest = (column: string, target: string | undefined) => {
    if (target === undefined || column === '' || column in mapping || taken.has(target)) return;
    mapping[column] = target;
    taken.add(target);
  };
  for (const column of header) suggest(column, targetOfName(column, attributes));
  for (const [i, column] of header.entries()) suggest(column, targetOfValues(rows.map((row) => row[i] ?? '')));
  return mapping;
}

function targetOfName(column: string, attributes: readonly AttributeName[]): string | undefined {
  const name = plain(column);
  const attribute = attributes.find((one) => plain(one.externalId) === name || plain(one.name) === name);
  if (attribute) return `attributes.${attribute.externalId}`;
  return Object.keys(names).find((target) => names[target]?.includes(name));
}

function targetOfValues(values: string[]): string | undefined {
  const filled = values.map((value) => value.trim()).filter(Boolean);
  if (filled.length === 0) return undefined;
  if (filled.every((value) => EMAIL.test(value))) return 'email';
  return filled.every((value) => PHONE.test(value) && /^'?(?:\+|0)/.test(value)) ? 'phoneNumber' : undefined;
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

export type MappingFault = { fault: 'noAddress' } | { fault: 'usedTwice'; target: string; columns: string[] };

/** Returns why a mapping would be refused, by the rules of the server. */
export function mappingFaults(mapping: Mapping): MappingFault[] {
  const columnsOf = Map.groupBy(Object.keys(mapping), (column) => mapping[column] ?? '');
  const twice = [...columnsOf].filter(([target, columns]) => target !== 'labels' && columns.length > 1);
  return [
    ...(columnsOf.has('phoneNumber') || columnsOf.has('email') ? [] : [{ fault: 'noAddress' as const }]),
    ...twice.map(([target, columns]) => ({ fault: 'usedTwice' as const, target, columns })),
  ];
}
