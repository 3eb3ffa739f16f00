import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type Address, readAddress } from './address.ts';

/** Returns the address of the page and a function that changes parts of it. `isTyping` replaces the entry of the browser's history. */
export function useAddress() {
  const address: Address = readAddress(useSearch({ strict: false }));
  const { page = '', item } = useParams({ strict: false });
  const navigate = useNavigate();
  const change = (changes: { [K in keyof Address]?: string | undefined }, { isTyping = false } = {}) => {
    const search = readAddress({ ...address, ...changes });
    void (item
      ? navigate({ to: '/developers/$page/$item', params: { page, item }, search, replace: isTyping })
      : navigate({ to: '/developers/$page', params: { page }, search, replace: isTyping }));
  };
  return [address, change] as const;
}
