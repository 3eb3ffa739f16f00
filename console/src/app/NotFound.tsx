import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonClass, EmptyState } from '../kit/index.ts';

export function NotFound() {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<Compass size={20} aria-hidden />}
      title={t`There is no such page`}
      text={t`The link may be old. The inbox is a good place to go on.`}
    >
      <Link to="/inbox" className={buttonClass({})}>
        {t`Open the inbox`}
      </Link>
    </EmptyState>
  );
}
