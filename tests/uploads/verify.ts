import type { Answer } from './api.ts';

/** Types that must not be displayed inline. A second list, so that an error in the server's list is found. */
const HARMLESS = /^(image\/(apng|avif|bmp|gif|jpeg|png|webp)|audio\/[\w.+-]+|video\/[\w.+-]+)(;|$)/;
const RUNS = /html|xml|svg|script|ecma|flash|java|wasm|multipart|message\//i;

export type Verifier = ReturnType<typeof createVerifier>;

/** Checks every response with a file's bytes and counts violations. */
export function createVerifier() {
  const counts = { responses: 0, inlineExecutable: 0, withoutNosniff: 0, withoutCsp: 0, others: 0 };
  const complaints: string[] = [];
  const complain = (kind: keyof typeof counts, sentence: string) => {
    counts[kind]++;
    complaints.push(`${kind}: ${sentence}`.slice(0, 400));
  };

  return {
    counts,
    complaints,
    wrong: (sentence: string) => complain('others', sentence),

    bytes(name: string, { status, headers, body }: Answer, wanted: { status: number; body: Buffer }): void {
      counts.responses++;
      const type = headers['content-type'] ?? '';
      const disposition = headers['content-disposition'] ?? '';
      const isDownload = disposition.startsWith('attachment;');
      if ((!isDownload && !HARMLESS.test(type)) || RUNS.test(type))
        complain('inlineExecutable', `${name}: ${type}, ${disposition}`);
      if (headers['x-content-type-options'] !== 'nosniff') complain('withoutNosniff', name);
      if (headers['content-security-policy'] !== "default-src 'none'; sandbox") complain('withoutCsp', name);
      if (status !== wanted.status) complain('others', `${name}: ${status} instead of ${wanted.status}`);
      if (!body.equals(wanted.body)) complain('others', `${name}: other bytes than were sent`);
      for (const fault of headerFaults(headers)) complain('others', `${name}: ${fault}`);
    },
  };
}

const FORBIDDEN = [
  'set-cookie',
  'location',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'x-injected',
  'refresh',
];

function headerFaults(headers: Answer['headers']): string[] {
  const faults = FORBIDDEN.filter((name) => headers[name] !== undefined).map((name) => `has the header ${name}`);
  const disposition = headers['content-disposition'] ?? '';
  const wellMade = /^(inline|attachment); filename="[^"\\\p{Cc}]*"; filename\*=UTF-8''([A-Za-z0-9%!#$&+.^_`|~-]+)$/u.exec(
    disposition,
  );
  if (!wellMade) return [...faults, `a disposition that is not well made: ${disposition}`];
  const name = decodeURIComponent(wellMade[2] ?? '');
  if (/[/\\\p{Cc}\u202A-\u202E]/u.test(name) || name.length > 255 || /^\.+$/.test(name))
    faults.push(`the name ${JSON.stringify(name)}`);
  if (!headers['cross-origin-resource-policy']) faults.push('no Cross-Origin-Resource-Policy');
  if (!headers.etag) faults.push('no ETag');
  if (headers['accept-ranges'] !== 'bytes') faults.push('no Accept-Ranges');
  return faults;
}
