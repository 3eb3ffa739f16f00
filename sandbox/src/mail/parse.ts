import PostalMime, { type Address } from 'postal-mime';

/** A stored mail: attachments by name and size only. */
export type ParsedMail = {
  messageId: string | null;
  from: string;
  to: string[];
  cc: string[];
  subject: string;
  text: string;
  html: string | null;
  headers: { name: string; value: string }[];
  attachments: { fileName: string | null; mimeType: string; sizeBytes: number }[];
  sizeBytes: number;
};

export async function parseMail(raw: Buffer): Promise<ParsedMail> {
  const mail = await PostalMime.parse(raw);
  return {
    messageId: mail.messageId ?? null,
    from: mail.from?.address ?? '',
    to: addressesIn(mail.to),
    cc: addressesIn(mail.cc),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? null,
    headers: mail.headers.map(({ originalKey, key, value }) => ({ name: originalKey ?? key, value })),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      fileName: filename,
      mimeType,
      sizeBytes: typeof content === 'string' ? content.length : content.byteLength,
    })),
    sizeBytes: raw.length,
  };
}

const addressesIn = (addresses: Address[] | undefined): string[] =>
  (addresses ?? []).flatMap(({ address, group }) => (address ? [address] : (group ?? []).map((one) => one.address ?? '')));
