import { useLingui } from '@lingui/react/macro';
import { PatchbayError, type types } from '@patchbay/sdk';
import { useBlocker } from '@tanstack/react-router';
import { useReducer, useRef, useState } from 'react';
import { queryClient } from '../../../app/query-client.ts';
import { useSession } from '../../../app/session/use-session.ts';
import { confirm, toast, toastError } from '../../../kit/index.ts';
import { differences } from '../definition/compare.ts';
import { applyChange, type Change, startHistory } from '../definition/history.ts';
import { type Problem, problemsOf } from '../definition/problems.ts';
import type { Draft } from '../definition/types.ts';
import { bodyOf, draftOfVersion, keys } from '../queries.ts';

/** What the editor has loaded: the definition that is stored, and the number of its version. */
type Stored = { draft: Draft; number: number };

const storedOf = ({ latestVersion }: types.Automation): Stored => ({
  draft: draftOfVersion(latestVersion),
  number: latestVersion.number,
});

export type Editor = ReturnType<typeof useEditor>;

/** The definition while it is edited: its history, what is stored, and what the API says against it. */
export function useEditor(automation: types.Automation) {
  const { t } = useLingui();
  const { client, can } = useSession();
  const [stored, setStored] = useState(() => storedOf(automation));
  const [history, dispatch] = useReducer(applyChange, stored.draft, startHistory);
  const [problems, setProblems] = useState<Problem[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const [isConflict, setConflict] = useState(false);
  const [busy, setBusy] = useState<'save' | 'publish' | null>(null);
  const draft = history.present;
  const isDirty = draft !== stored.draft && differences(stored.draft, draft).length > 0;
  const isArchived = automation.status === 'archived';
  useUnsavedGuard(isDirty);

  const change = (next: Change) => {
    setFailure(null);
    dispatch(next);
  };

  /** Stores the definition as the next version. Returns false if it was refused. `number` is the version that it may replace. */
  const save = async (number = stored.number): Promise<boolean> => {
    if (!isDirty && !isConflict) return true;
    setFailure(null);
    setProblems([]);
    try {
      const saved = await client.automations.update(automation.id, { ...bodyOf(draft), ifRevision: number });
      remember(saved);
      setStored({ draft, number: saved.latestVersion.number });
      dispatch({ do: 'pause' });
      setConflict(false);
      return true;
    } catch (error) {
      refuse(error);
      return false;
    }
  };

  const refuse = (error: unknown) => {
    const isRefused = error instanceof PatchbayError;
    const found = isRefused ? problemsOf(error.invalidParams, draft) : [];
    setProblems(found);
    if (isRefused && error.status === 409) setConflict(true);
    else if (found.length === 0) setFailure(error);
  };

  const whileBusy = async (name: 'save' | 'publish', work: () => Promise<void>) => {
    if (busy) return;
    setBusy(name);
    await work();
    setBusy(null);
  };

  return {
    automation,
    history,
    draft,
    change,
    isDirty,
    isEditable: can('automations.write') && !isArchived,
    number: stored.number,
    problems,
    failure,
    isConflict,
    busy,
    save,
    saveNow: () =>
      whileBusy('save', async () => {
        if (await save()) toast({ text: t`Saved` });
      }),
    publish: () =>
      whileBusy('publish', async () => {
        if (!(await save())) return;
        try {
          remember(await client.automations.publish(automation.id));
          toast({ text: t`Published. New runs use this version.` });
        } catch (error) {
          refuse(error);
        }
      }),
    /** Loads what somebody else stored, and forgets what was changed here. */
    loadTheirs: async () => {
      try {
        const latest = await client.automations.get(automation.id);
        const next = storedOf(latest);
        remember(latest);
        setStored(next);
        dispatch({ do: 'load', draft: next.draft });
        setConflict(false);
      } catch (error) {
        toastError(t`The automation could not be loaded`, error);
      }
    },
    /** Stores the definition of this page after the version of somebody else. */
    keepMine: () =>
      whileBusy('save', async () => {
        try {
          const { latestVersion } = await client.automations.get(automation.id);
          if (await save(latestVersion.number)) toast({ text: t`Saved as the latest version` });
        } catch (error) {
          toastError(t`The automation could not be loaded`, error);
        }
      }),
  };
}

export function remember(automation: types.Automation): void {
  queryClient.setQueryData(keys.one(automation.id), automation);
  void queryClient.invalidateQueries({ queryKey: keys.versions(automation.id) });
  void queryClient.invalidateQueries({ queryKey: ['automations', 'list'] });
}

/** Asks before the page is left while there are changes that are not saved. */
function useUnsavedGuard(isDirty: boolean): void {
  const { t } = useLingui();
  const isLeaving = useRef(false);
  useBlocker({
    enableBeforeUnload: () => isDirty,
    shouldBlockFn: async ({ current, next }) => {
      if (isLeaving.current || !isDirty || current.pathname === next.pathname) return false;
      isLeaving.current = await confirm({
        title: t`Leave without saving?`,
        text: t`What you changed in this automation is lost.`,
        confirm: t`Leave`,
        cancel: t`Keep editing`,
        danger: true,
      });
      return !isLeaving.current;
    },
  });
}
