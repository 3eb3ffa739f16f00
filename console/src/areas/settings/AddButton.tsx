import { Plus } from 'lucide-react';
import { Button, IconButton } from '../../kit/index.ts';

type Props = {
  label: string;
  /** Beside an open entry, whose form has the primary button. */
  isSmall: boolean;
  onClick: () => void;
};

/** Adds an entry to the list of a page. */
export function AddButton({ label, isSmall, onClick }: Props) {
  const icon = <Plus size={16} aria-hidden />;
  if (isSmall) return <IconButton look="second" label={label} icon={icon} onClick={onClick} />;
  return (
    <Button look="primary" icon={icon} onClick={onClick}>
      {label}
    </Button>
  );
}
