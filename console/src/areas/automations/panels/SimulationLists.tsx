import { useLingui } from '@lingui/react/macro';
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Checkbox, IconButton, PlainInput } from '../../../kit/index.ts';
import form from '../editor/form/Form.module.css';
import styles from './Panels.module.css';
import type { Invented } from './simulation.ts';

const MOST = 50;

type RowsProps<T> = {
  legend: string;
  add: string;
  rows: readonly T[];
  first: T;
  onChange: (rows: T[]) => void;
  row: (value: T, number: number, set: (value: T) => void) => ReactNode;
};

function Rows<T>({ legend, add, rows, first, onChange, row }: RowsProps<T>) {
  const { t } = useLingui();
  return (
    <fieldset className={form.group}>
      <legend>{legend}</legend>
      {rows.map((value, index) => {
        const number = index + 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place and can be equal
          <span key={index} className={styles.reply}>
            {row(value, number, (next) => onChange(rows.with(index, next)))}
            <IconButton
              size="small"
              label={t`Remove number ${number}`}
              icon={<X size={14} aria-hidden />}
              onClick={() => onChange(rows.toSpliced(index, 1))}
            />
          </span>
        );
      })}
      <Button
        size="small"
        icon={<Plus size={14} aria-hidden />}
        disabled={rows.length >= MOST}
        onClick={() => onChange([...rows, first])}
      >
        {add}
      </Button>
    </fieldset>
  );
}

export function RepliesField({
  replies,
  onChange,
}: {
  replies: Invented['replies'];
  onChange: (to: Invented['replies']) => void;
}) {
  const { t } = useLingui();
  return (
    <Rows<string | null>
      legend={t`Replies, in order`}
      add={t`Add a reply`}
      rows={replies}
      first=""
      onChange={onChange}
      row={(text, number, set) => (
        <>
          <PlainInput
            aria-label={t`Reply ${number}`}
            dir="auto"
            value={text ?? ''}
            disabled={text === null}
            onChange={({ target }) => set(target.value)}
          />
          <Checkbox label={t`None`} checked={text === null} onChange={(isNone) => set(isNone ? null : '')} />
        </>
      )}
    />
  );
}

export function AnswersField({
  answers,
  onChange,
}: {
  answers: Invented['answers'];
  onChange: (to: Invented['answers']) => void;
}) {
  const { t } = useLingui();
  return (
    <Rows
      legend={t`Answers to HTTP requests, in order`}
      add={t`Add an answer`}
      rows={answers}
      first={{ status: 200, body: '{}' }}
      onChange={onChange}
      row={(answer, number, set) => (
        <>
          <PlainInput
            aria-label={t`Body of answer ${number}`}
            dir="ltr"
            value={answer.body}
            onChange={({ target }) => set({ ...answer, body: target.value })}
          />
          <PlainInput
            aria-label={t`Status of answer ${number}`}
            type="number"
            className={styles.status}
            min={100}
            max={599}
            value={answer.status}
            onChange={({ target }) => set({ ...answer, status: Number(target.value) })}
          />
        </>
      )}
    />
  );
}
