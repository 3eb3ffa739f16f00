/**
 * Limits of a mail. Normal mails are far below. A mail over a limit is not parsed; it is stored as a file with a notice (`notice.ts`).
 */
export const MAIL_LIMITS = {
  /** A provider's callback: a mail of 35 MB in base64. */
  bytes: 50 * 1_048_576,
  /** All headers of all parts together. Signatures of forwarders (ARC) make some tens of kilobytes. */
  headerBytes: 262_144,
  /** A mail of the largest size has 700,000 lines of base64. */
  lines: 1_500_000,
  parts: 500,
  attachments: 100,
  textChars: 4_000_000,
  htmlChars: 4_000_000,
  /** HTML that is cleaned; more than five times what is stored of it. */
  cleanHtmlChars: 1_000_000,
  /** Every line is compared with the boundary of each level. */
  nesting: 20,
  /** A mail at all limits takes about a second. Must be below the lease of a job, 30 seconds. */
  deadlineMs: 15_000,
} as const;

/** Longer ones are cut: each is copied into events and lists. */
export const SHOWN_LIMITS = { subjectChars: 1_000, nameChars: 200, references: 100 } as const;

/** Throws above the limit. The error message becomes the notice. */
export function atMost(limit: number, count: number, what: string): void {
  if (count > limit) throw new Error(`it has more than ${limit} ${what}`);
}
