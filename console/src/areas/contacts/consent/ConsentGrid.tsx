import { useLingui } from '@lingui/react/macro';
import { Ban, CircleCheck, CircleDashed } from 'lucide-react';
import { ChannelIcon, cx, EmptyState, Hidden, RelativeTime } from '../../../kit/index.ts';
import styles from './Consent.module.css';
import { type ConsentCell, consentTable, isSendable, purposes } from './consent-table.ts';
import { usePurposeHints, usePurposeNames, useSourceNames, useStateNames } from './use-consent-words.ts';

const icons = { granted: CircleCheck, withdrawn: Ban, none: CircleDashed };

/** A table for each address: a row for each channel, a column for each purpose. */
export function ConsentGrid({ states }: { states: readonly ConsentCell[] }) {
  const { t } = useLingui();
  const names = usePurposeNames();
  const hints = usePurposeHints();
  const groups = consentTable(states);
  if (groups.length === 0)
    return (
      <EmptyState
        title={t`No channel reaches this contact`}
        text={t`Consent is shown for addresses that one of your channels can write to.`}
      />
    );
  return groups.map(({ handle, rows }) => (
    <table key={handle.id} className={styles.grid}>
      <caption>
        <bdi dir="ltr">{handle.value}</bdi>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t`Channel`}</th>
          {purposes.map((purpose) => (
            <th key={purpose} scope="col">
              {names[purpose]}
              <span className={styles.hint}>{hints[purpose]}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ channel, cells }) => (
          <tr key={channel.id}>
            <th scope="row">
              <span className={styles.channel}>
                <ChannelIcon type={channel.type} />
                <bdi>{channel.name}</bdi>
              </span>
            </th>
            {purposes.map((purpose) => {
              const cell = cells[purpose];
              return (
                <td key={purpose} data-label={names[purpose]}>
                  {cell && <State cell={cell} />}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  ));
}

function State({ cell }: { cell: ConsentCell }) {
  const { t } = useLingui();
  const names = useStateNames();
  const sources = useSourceNames();
  const Icon = icons[cell.state];
  return (
    <span className={cx(styles.state, styles[cell.state])}>
      <Icon size={16} aria-hidden />
      <span>
        {names[cell.state]}
        <Hidden>, {isSendable(cell) ? t`messages are sent` : t`messages are not sent`}</Hidden>
        <span className={styles.hint}>
          {cell.since && (
            <>
              <RelativeTime at={cell.since} />
              {cell.source && `, ${sources[cell.source] ?? cell.source}`}
            </>
          )}
          {!cell.since && t`messages are sent`}
        </span>
      </span>
    </span>
  );
}
