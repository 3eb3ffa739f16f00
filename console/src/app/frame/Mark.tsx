/** The mark of Patchbay: two jacks and a cord. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 28 28" width={size} height={size} aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2.2">
      <circle cx="7.5" cy="7.5" r="4.6" />
      <circle cx="20.5" cy="20.5" r="4.6" />
      <path d="M7.5 7.5c0 13 13 0 13 13" stroke="#45bdb1" strokeWidth="3" strokeLinecap="round" />
      <circle cx="20.5" cy="7.5" r="1.9" fill="currentColor" stroke="none" />
      <circle cx="7.5" cy="20.5" r="1.9" fill="currentColor" stroke="none" />
    </svg>
  );
}
