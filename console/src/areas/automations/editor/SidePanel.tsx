import { useLingui } from '@lingui/react/macro';
import { X, Zap } from 'lucide-react';
import { lazy, type ReactNode, type Ref, Suspense } from 'react';
import { IconButton, SkeletonRows } from '../../../kit/index.ts';
import { stepOf } from '../definition/edit.ts';
import { TRIGGER } from '../drawing/place.ts';
import type { EditorAddress } from '../route.tsx';
import { iconOf, useWords } from '../words.ts';
import styles from './Editor.module.css';
import { StepForm } from './form/StepForm.tsx';
import { TriggerForm } from './form/TriggerForm.tsx';
import type { Editor } from './use-editor.ts';

const panels = {
  simulate: lazy(async () => ({ default: (await import('../panels/SimulatePanel.tsx')).SimulatePanel })),
  runs: lazy(async () => ({ default: (await import('../panels/RunsPanel.tsx')).RunsPanel })),
  versions: lazy(async () => ({ default: (await import('../panels/VersionsPanel.tsx')).VersionsPanel })),
  funnel: lazy(async () => ({ default: (await import('../panels/FunnelPanel.tsx')).FunnelPanel })),
};

export type PanelProps = { editor: Editor; address: EditorAddress; onOpen: (address: EditorAddress) => void };

type Props = PanelProps & { ref: Ref<HTMLElement>; selected: string | null; select: (id: string | null) => void };

/** Beside the graph: the form of what is selected, or a panel. */
export function SidePanel({ ref, editor, address, selected, select, onOpen }: Props) {
  const { t } = useLingui();
  const words = useWords();
  const titles = { simulate: t`Simulation`, runs: t`Runs`, versions: t`Versions`, funnel: t`Funnel` };
  if (address.panel) {
    const Panel = panels[address.panel];
    return (
      <Side ref={ref} title={titles[address.panel]} onClose={() => onOpen({})}>
        <Suspense fallback={<SkeletonRows count={4} />}>
          <Panel editor={editor} address={address} onOpen={onOpen} />
        </Suspense>
      </Side>
    );
  }
  if (selected === TRIGGER)
    return (
      <Side ref={ref} title={t`Trigger`} icon={<Zap size={16} aria-hidden />} onClose={() => select(null)}>
        <TriggerForm editor={editor} />
      </Side>
    );
  const step = selected === null ? undefined : stepOf(editor.draft, selected);
  if (!step) return null;
  const Icon = iconOf(step.type);
  return (
    <Side ref={ref} title={words.stepKind(step.type)} icon={<Icon size={16} aria-hidden />} onClose={() => select(null)}>
      <StepForm key={step.type} editor={editor} step={step} select={select} />
    </Side>
  );
}

type SideProps = { ref: Ref<HTMLElement>; title: string; icon?: ReactNode; onClose: () => void; children: ReactNode };

function Side({ ref, title, icon, onClose, children }: SideProps) {
  const { t } = useLingui();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas can be focused
    <aside ref={ref} className={styles.side} aria-label={title} tabIndex={0}>
      <header className={styles.sideHead}>
        {icon}
        <h2 className={styles.sideTitle}>{title}</h2>
        <IconButton label={t`Close`} size="small" icon={<X size={16} aria-hidden />} onClick={onClose} />
      </header>
      {children}
    </aside>
  );
}
