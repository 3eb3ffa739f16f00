export { AlertWindow } from './AlertWindow.tsx';
export { DialogWindow } from './DialogWindow.tsx';
export { MenuPopup } from './MenuPopup.tsx';
export { PopoverPopup } from './PopoverPopup.tsx';
export { ToastList } from './ToastList.tsx';
export { TooltipPopup } from './TooltipPopup.tsx';
