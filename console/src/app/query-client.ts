import { PatchbayError } from '@patchbay/sdk';
import { QueryClient } from '@tanstack/react-query';

/** The SDK retries what may pass, so queries do not. Data is kept fresh by the live feed, so a focus change loads nothing again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => !(error instanceof PatchbayError) && failures < 1,
      refetchOnWindowFocus: false,
      staleTime: 30_000,
    },
    mutations: { retry: false },
  },
});
