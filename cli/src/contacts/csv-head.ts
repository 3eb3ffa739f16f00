export const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

/** The first record of a CSV file: the names of its columns. */
export function headerOf(text: string, delimiter: Delimiter): string[] {
  const names = [''];
  let isQuoted = false;
  for (let i = text.charCodeAt(0) === 0xfeff ? 1 : 0; i < text.length; i++) {
    const character = text[i] as string;
    const at = names.length - 1;
    if (isQuoted && character === '"' && text[i + 1] === '"') names[at] = `${names[at]}${text[++i]}`;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === delimiter) names.push('');
    else if (!isQuoted && (character === '\n' || character === '\r')) break;
    else names[at] = `${names[at]}${character}`;
  }
  return names.map((name) => name.trim());
}

/** The one that makes most columns of the header. */
export function guessDelimiter(text: string): Delimiter {
  return delimiters.toSorted((a, b) => headerOf(text, b).length - headerOf(text, a).length)[0] ?? ',';
}

const KNOWN: Record<string, string> = {
  firstname: 'firstName',
  first: 'firstName',
  givenname: 'firstName',
  vorname: 'firstName',
  lastname: 'lastName',
  last: 'lastName',
  surname: 'lastName',
  familyname: 'lastName',
  nachname: 'lastName',
  phone: 'phoneNumber',
  phonenumber: 'phoneNumber',
  mobile: 'phoneNumber',
  telephone: 'phoneNumber',
  handy: 'phoneNumber',
  telefon: 'phoneNumber',
  email: 'email',
  emailaddress: 'email',
  mail: 'email',
  label: 'labels',
  labels: 'labels',
  tags: 'labels',
};

/** Columns whose names say what they hold, and those called attributes.<externalId>. The first of two with one meaning counts. */
export function guessMapping(header: readonly string[]): Record<string, string> {
  const mapping: Record<string, string> = {};
  for (const name of header) {
    const target = name.startsWith('attributes.') ? name : KNOWN[name.toLowerCase().replace(/[^a-z]/g, '')];
    if (target && (target === 'labels' || !Object.values(mapping).includes(target))) mapping[name] = target;
  }
  return mapping;
}

/** Counts records as their bytes go by. A line end in quotes ends none, and empty lines are none. */
export function createRecordCounter(): { add(chunk: Uint8Array): void; records(): number } {
  let records = 0;
  let isQuoted = false;
  let isEmpty = true;
  const add = (chunk: Uint8Array): void => {
    for (const byte of chunk) {
      if (byte === 0x22) isQuoted = !isQuoted;
      if (!isQuoted && (byte === 0x0a || byte === 0x0d)) {
        if (!isEmpty) records++;
        isEmpty = true;
      } else isEmpty = false;
    }
  };
  return { add, records: () => records + (isEmpty ? 0 : 1) };
}
