import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Field, Input, MultiCombobox, Select } from '../../kit/index.ts';
import { type Address, addDays, dayOf, daysBetween, type Grouping, groupings, type Report } from './address.ts';
import { useNames } from './queries.ts';
import styles from './Reports.module.css';
import { useGroupingWords } from './use-words.ts';

type Props = { report: Report; onChange: (changes: Partial<Address>) => void };

const RANGES = [7, 30, 90, 365] as const;

/** Time, groups and filters. All of it is in the address. */
export function FilterBar({ report, onChange }: Props) {
  const { t } = useLingui();
  const groupingWords = useGroupingWords();
  const names = useNames();
  const { filters } = report;
  const filterFields = [
    ['channels', t`Channels`, t`All channels`, names.channel, filters.channelIds],
    ['teams', t`Teams`, t`All teams`, names.team, filters.teamIds],
    ['users', t`People`, t`Everybody`, names.user, filters.userIds],
  ] as const;
  return (
    <section className={styles.filters} aria-label={t`Filter`}>
      <RangeFields report={report} onChange={onChange} />
      <Field label={t`By`}>
        <Select<Grouping>
          value={report.by}
          options={groupings.map((value) => ({ value, label: groupingWords[value] }))}
          onChange={(by) => onChange({ by })}
        />
      </Field>
      {filterFields.map(([key, label, all, options, ids]) => (
        <Field key={key} label={label}>
          <MultiCombobox
            options={options.map(({ id, name }) => ({ value: id, label: name }))}
            values={ids}
            placeholder={all}
            onChange={(next) => onChange({ [key]: next.join(',') })}
          />
        </Field>
      ))}
    </section>
  );
}

function RangeFields({ report: { from, to, timeZone }, onChange }: Props) {
  const { t } = useLingui();
  const today = dayOf(new Date(), timeZone);
  const days = to === today ? daysBetween(from, to) : 0;
  const known = RANGES.find((range) => range === days);
  const [isOwn, setOwn] = useState(known === undefined);
  const words = { 7: t`Last 7 days`, 30: t`Last 30 days`, 90: t`Last 90 days`, 365: t`Last 365 days` };
  const choose = (range: string) => {
    setOwn(range === 'own');
    if (range !== 'own') onChange({ from: addDays(today, 1 - Number(range)), to: today });
  };
  return (
    <>
      <Field label={t`Time`} hint={timeZone.replaceAll('_', ' ')}>
        <Select
          value={isOwn || known === undefined ? 'own' : String(known)}
          options={[
            ...RANGES.map((range) => ({ value: String(range), label: words[range] })),
            { value: 'own', label: t`Own dates` },
          ]}
          onChange={choose}
        />
      </Field>
      {(isOwn || known === undefined) && (
        <>
          <Field label={t`From`}>
            <Input
              type="date"
              value={from}
              max={to}
              onChange={({ target }) =>
                target.value && onChange({ from: target.value, to: target.value > to ? target.value : to })
              }
            />
          </Field>
          <Field label={t`Until`}>
            <Input
              type="date"
              value={to}
              min={from}
              onChange={({ target }) =>
                target.value && onChange({ from: target.value < from ? target.value : from, to: target.value })
              }
            />
          </Field>
        </>
      )}
    </>
  );
}
