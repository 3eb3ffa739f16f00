export const statusTone = (status: number): 'ok' | 'warn' | 'danger' => (status < 400 ? 'ok' : status < 500 ? 'warn' : 'danger');
