import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Button, cx, Popover } from '../../kit/index.ts';
import { useLabels } from '../queries.ts';
import { ConditionEditor } from './ConditionEditor.tsx';
import { type Condition, isComplete } from './conditions.ts';
import styles from './Filter.module.css';
import type { FilterField } from './fields.ts';
import { useFieldTitles, useOperatorWords, useValueWords } from './use-words.ts';

type Props = {
  condition: Condition;
  fields: readonly FilterField[];
  /** A new chip opens its form. */
  startsOpen: boolean;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
};

export function ConditionChip({ condition, fields, startsOpen, onChange, onRemove }: Props) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(startsOpen);
  const titles = useFieldTitles();
  const operatorWords = useOperatorWords();
  const valueWords = useValueWords(useLabels());
  const field = fields.find(({ name }) => name === condition.field);
  const title = field?.title ?? titles[condition.field] ?? condition.field;
  const value = valueWords(condition, field);
  const close = (nextOpen: boolean) => {
    setOpen(nextOpen);
    if (!nextOpen && !isComplete(condition)) onRemove();
  };
  return (
    <span className={cx(styles.chip, !isComplete(condition) && styles.unfinished)}>
      <Popover
        label={t`Condition`}
        open={isOpen}
        onOpenChange={close}
        trigger={
          <button type="button" className={styles.chipButton}>
            <bdi>{title}</bdi>
            <span className={styles.operator}>{operatorWords(condition.operator, field?.kind ?? 'text')}</span>
            {value && <bdi className={styles.value}>{value}</bdi>}
          </button>
        }
      >
        <div className={styles.editor}>
          <ConditionEditor condition={condition} fields={fields} onChange={onChange} />
          <Button look="primary" size="small" onClick={() => close(false)}>
            {t`Done`}
          </Button>
        </div>
      </Popover>
      <button type="button" className={styles.remove} aria-label={t`Remove condition ${title}`} onClick={onRemove}>
        <X size={14} aria-hidden />
      </button>
    </span>
  );
}
