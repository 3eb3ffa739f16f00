import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ChartNoAxesColumn, GitCompare, History, MoreHorizontal, Play, Redo2, Undo2 } from 'lucide-react';
import { Badge, Button, IconButton, Menu, type MenuItem, PageHeader, useNarrow } from '../../../kit/index.ts';
import type { EditorAddress, PanelName } from '../route.tsx';
import styles from './Editor.module.css';
import type { Editor } from './use-editor.ts';
import { useMoreActions } from './use-more-actions.tsx';

type Props = { editor: Editor; address: EditorAddress; onOpen: (address: EditorAddress) => void };

export function EditorHeader({ editor, address, onOpen }: Props) {
  const { t } = useLingui();
  const { automation, isEditable, isDirty, busy, history, change } = editor;
  const isNarrow = useNarrow();
  const views = useViews();
  const { items, dialogs } = useMoreActions(editor);
  const toggle = (panel: PanelName) => onOpen(address.panel === panel ? {} : { panel });
  const undoItems: MenuItem[] = isEditable
    ? [
        { label: t`Undo`, disabled: history.past.length === 0, onSelect: () => change({ do: 'undo' }) },
        { label: t`Redo`, disabled: history.future.length === 0, onSelect: () => change({ do: 'redo' }) },
      ]
    : [];
  const viewItems = views.map(({ panel, label, icon }) => ({ label, icon, onSelect: () => toggle(panel) }));
  return (
    <PageHeader
      lead={
        <Link to="/automations" className={styles.crumb}>
          {t`Automations`}
        </Link>
      }
      title={<bdi>{automation.name}</bdi>}
      meta={<States editor={editor} />}
    >
      {isEditable && !isNarrow && <UndoButtons editor={editor} />}
      {!isNarrow &&
        views.map(({ panel, label, icon }) => (
          <Button key={panel} look="quiet" icon={icon} aria-pressed={address.panel === panel} onClick={() => toggle(panel)}>
            {label}
          </Button>
        ))}
      {isEditable && (
        <>
          <Button busy={busy === 'save'} disabled={!isDirty} onClick={() => void editor.saveNow()}>
            {busy === 'save' ? t`Saving` : t`Save`}
          </Button>
          <Button look="primary" busy={busy === 'publish'} onClick={() => void editor.publish()}>
            {busy === 'publish' ? t`Publishing` : t`Publish`}
          </Button>
        </>
      )}
      <Menu
        align="end"
        trigger={<IconButton label={t`More actions`} icon={<MoreHorizontal size={16} aria-hidden />} />}
        items={isNarrow ? [...viewItems, 'line', ...undoItems, 'line', ...items] : items}
      />
      {dialogs}
    </PageHeader>
  );
}

function UndoButtons({ editor: { history, change } }: { editor: Editor }) {
  const { t } = useLingui();
  return (
    <>
      <IconButton
        label={t`Undo`}
        shortcut="mod+z"
        icon={<Undo2 size={16} aria-hidden />}
        disabled={history.past.length === 0}
        onClick={() => change({ do: 'undo' })}
      />
      <IconButton
        label={t`Redo`}
        shortcut="mod+shift+z"
        icon={<Redo2 size={16} aria-hidden />}
        disabled={history.future.length === 0}
        onClick={() => change({ do: 'redo' })}
      />
    </>
  );
}

function useViews() {
  const { t } = useLingui();
  return [
    { panel: 'simulate', label: t`Simulate`, icon: <Play size={16} aria-hidden /> },
    { panel: 'runs', label: t`Runs`, icon: <History size={16} aria-hidden /> },
    { panel: 'funnel', label: t`Funnel`, icon: <ChartNoAxesColumn size={16} aria-hidden /> },
    { panel: 'versions', label: t`Versions`, icon: <GitCompare size={16} aria-hidden /> },
  ] as const;
}

/** What runs use, and whether the page has something else. */
function States({ editor: { automation, isDirty, number } }: { editor: Editor }) {
  const { t } = useLingui();
  const { status, activeVersion } = automation;
  return (
    <span className={styles.states}>
      {status === 'active' && activeVersion && <Badge tone="ok">{t`Version ${activeVersion.number} live`}</Badge>}
      {status === 'paused' && <Badge tone="warn">{t`Paused`}</Badge>}
      {status === 'archived' && <Badge>{t`Archived`}</Badge>}
      {isDirty && <Badge tone="info">{t`Not saved`}</Badge>}
      {!isDirty && number !== activeVersion?.number && <Badge>{t`Draft, version ${number}`}</Badge>}
    </span>
  );
}
