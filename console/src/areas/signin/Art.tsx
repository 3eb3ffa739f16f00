import { useLingui } from '@lingui/react/macro';
import styles from './Gate.module.css';

const COLUMNS = [60, 134, 208, 282, 356, 430, 504, 578];
const ROWS = [110, 190, 400, 480];

/** Cords from channels above to what receives their messages below: signal, from, to. */
const CORDS = [
  { signal: styles.whatsapp, from: [60, 190], to: [208, 480] },
  { signal: styles.sms, from: [282, 190], to: [60, 400] },
  { signal: styles.email, from: [430, 110], to: [356, 400] },
  { signal: styles.instagram, from: [578, 190], to: [504, 480] },
] as const;

/** A patch bay: four cords join channels with what receives their messages. */
export function Art() {
  const { t } = useLingui();
  const labels = [
    [60, 163, 'WhatsApp'],
    [282, 163, 'SMS'],
    [430, 83, t`Email`],
    [578, 163, 'Instagram'],
    [208, 517, t`Inbox`],
    [60, 437, t`Webhook`],
    [356, 437, t`Automation`],
    [504, 517, t`Campaign`],
  ] as const;
  return (
    <svg viewBox="0 0 640 590" aria-hidden="true">
      <rect className={styles.panel} x="20" y="56" width="598" height="190" rx="12" />
      <rect className={styles.panel} x="20" y="346" width="598" height="190" rx="12" />
      {ROWS.flatMap((y) =>
        COLUMNS.map((x) => (
          <g key={`${x} ${y}`}>
            <circle className={styles.jack} cx={x} cy={y} r="15" />
            <circle className={styles.hole} cx={x} cy={y} r="7" />
          </g>
        )),
      )}
      {CORDS.map(({ signal, from: [x1, y1], to: [x2, y2] }) => (
        <g key={x1} className={signal}>
          <path className={styles.cord} d={`M${x1} ${y1}C${x1} ${y1 + 150} ${x2} ${y2 - 150} ${x2} ${y2}`} />
          <circle className={styles.plug} cx={x1} cy={y1} r="10" />
          <circle className={styles.plug} cx={x2} cy={y2} r="10" />
        </g>
      ))}
      {labels.map(([x, y, text]) => (
        <text key={text} className={styles.text} x={x} y={y}>
          {text}
        </text>
      ))}
    </svg>
  );
}
