import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { cx, IconButton } from '../../../kit/index.ts';
import type { Draft } from '../definition/types.ts';
import { pathMarks, type Visit } from '../drawing/path-marks.ts';
import { useStrip, useView } from '../editor/view.ts';
import { useWords } from '../words.ts';
import styles from './Panels.module.css';

type Props = {
  /** The definition that the run had. */
  draft: Draft;
  visits: readonly (Visit & { at: string })[];
  title: ReactNode;
};

const PLAY_MS = 900;

/** Shows a run on the graph, step by step, with its visits in a line below. */
export function Replay({ draft, visits, title }: Props) {
  const { t } = useLingui();
  const [position, setPosition] = useState(visits.length - 1);
  const [isPlaying, setPlaying] = useState(false);
  const last = visits.length - 1;
  const shown = Math.min(position, last);
  useView(useMemo(() => ({ ...draft, marks: pathMarks(draft.steps, visits, shown) }), [draft, visits, shown]));
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => (shown >= last ? setPlaying(false) : setPosition(shown + 1)), PLAY_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, shown, last]);
  const play = () => {
    if (shown >= last) setPosition(0);
    setPlaying(!isPlaying);
  };
  const strip = useStrip();
  if (!strip || visits.length === 0) return null;
  return createPortal(
    <section className={styles.replay} aria-label={t`Replayed run`}>
      <div className={styles.replayHead}>
        <span className={styles.replayTitle}>{title}</span>
        <IconButton
          label={t`Step back`}
          icon={<ChevronLeft size={16} aria-hidden />}
          disabled={shown <= 0}
          onClick={() => setPosition(shown - 1)}
        />
        <IconButton
          label={isPlaying ? t`Stop` : t`Play`}
          look="second"
          icon={isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
          onClick={play}
        />
        <IconButton
          label={t`Step on`}
          icon={<ChevronRight size={16} aria-hidden />}
          disabled={shown >= last}
          onClick={() => setPosition(shown + 1)}
        />
      </div>
      <ol className={styles.visits}>
        {visits.map((visit, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step can be visited often; visits never move
          <li key={index} className={cx(index <= shown && styles.passed)}>
            <VisitButton visit={visit} before={visits[index - 1]} isShown={index === shown} onShow={() => setPosition(index)} />
          </li>
        ))}
      </ol>
    </section>,
    strip,
  );
}

type VisitProps = {
  visit: Props['visits'][number];
  before: Props['visits'][number] | undefined;
  isShown: boolean;
  onShow: () => void;
};

function VisitButton({ visit, before, isShown, onShow }: VisitProps) {
  const words = useWords();
  const since = useSince();
  const { stepId, outcome, at } = visit;
  return (
    <button type="button" className={styles.visit} aria-current={isShown ? 'step' : undefined} onClick={onShow}>
      <b dir="ltr">{stepId}</b>
      <span className={cx(outcome === 'failed' && styles.bad)}>
        {words.outcome(outcome)} {since(at, before?.at)}
      </span>
    </button>
  );
}

/** The first visit has its time, the others how long after the one before they were. */
function useSince() {
  const { i18n } = useLingui();
  return (at: string, before: string | undefined): string => {
    if (before === undefined) return i18n.date(at, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
    const ms = Date.parse(at) - Date.parse(before);
    return ms < 1_000 ? `+ ${ms} ms` : `+ ${i18n.number(ms / 1_000, { maximumFractionDigits: 1 })} s`;
  };
}
