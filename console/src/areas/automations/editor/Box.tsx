import { useLingui } from '@lingui/react/macro';
import { Handle, type Node, type NodeProps, Position as Side, useUpdateNodeInternals } from '@xyflow/react';
import { TriangleAlert, Zap } from 'lucide-react';
import { memo, useEffect } from 'react';
import { cx } from '../../../kit/index.ts';
import { exitsOf } from '../definition/exits.ts';
import type { Step, Trigger } from '../definition/types.ts';
import { summaryOf } from '../drawing/summary.ts';
import { iconOf, useWords } from '../words.ts';
import styles from './Canvas.module.css';
import type { Mark } from './marks.ts';

export type StepNode = Node<{ step: Step; mark: Mark | undefined }, 'step'>;
export type TriggerNode = Node<{ trigger: Trigger; mark: Mark | undefined }, 'trigger'>;
export type BoxNode = StepNode | TriggerNode;

/** A step: its type, its id, what it does, and a socket for every exit. */
export const StepBox = memo(function StepBox({ id, data: { step, mark }, selected, isConnectable }: NodeProps<StepNode>) {
  const words = useWords();
  const Icon = iconOf(step.type);
  const exits = exitsOf(step);
  const sockets = exits.map(({ path }) => path).join(' ');
  const measureSockets = useUpdateNodeInternals();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sockets are measured again when there are others
  useEffect(() => measureSockets(id), [id, sockets, measureSockets]);
  return (
    <div className={boxClass(mark, selected)}>
      <Handle type="target" position={Side.Top} className={styles.socket} isConnectable={isConnectable} />
      <Head icon={<Icon size={14} aria-hidden />} name={words.stepKind(step.type)} mark={mark} />
      <span className={styles.name} dir="ltr">
        {step.id}
      </span>
      <span className={styles.summary} dir="auto">
        {mark?.note ?? summaryOf(step) ?? ' '}
      </span>
      {exits.map(({ path, target }, index) => (
        <Handle
          key={path}
          id={path}
          type="source"
          position={Side.Bottom}
          className={cx(styles.socket, target !== undefined && styles.plugged)}
          style={{ insetInlineStart: 'auto', left: `${((index + 1) * 100) / (exits.length + 1)}%` }}
          title={words.exit(path)}
          isConnectable={isConnectable}
        />
      ))}
    </div>
  );
});

export const TriggerBox = memo(function TriggerBox({ data: { trigger, mark }, selected }: NodeProps<TriggerNode>) {
  const { t } = useLingui();
  const words = useWords();
  const { conditions } = (trigger.parameters ?? {}) as { conditions?: string };
  return (
    <div className={boxClass(mark, selected)}>
      <Head icon={<Zap size={14} aria-hidden />} name={t`Trigger`} mark={mark} />
      <span className={styles.name}>{words.trigger(trigger.type)}</span>
      <span className={styles.summary} dir="auto">
        {conditions ?? ' '}
      </span>
      <Handle id="" type="source" position={Side.Bottom} className={cx(styles.socket, styles.plugged)} isConnectable={false} />
    </div>
  );
});

function Head({ icon, name, mark }: { icon: React.ReactNode; name: string; mark: Mark | undefined }) {
  const { i18n } = useLingui();
  return (
    <span className={styles.kind}>
      {icon}
      <span className={styles.kindName}>{name}</span>
      {mark?.errors ? (
        <span className={styles.errors}>
          <TriangleAlert size={14} aria-hidden />
          {mark.errors}
        </span>
      ) : (
        mark?.count !== undefined && <span className={styles.count}>{i18n.number(mark.count)}</span>
      )}
    </span>
  );
}

const boxClass = (mark: Mark | undefined, isSelected: boolean): string =>
  cx(styles.box, mark?.tone && styles[mark.tone], Boolean(mark?.errors) && styles.wrong, isSelected && styles.selected);
