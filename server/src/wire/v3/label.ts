import { z } from 'zod';
import type { Label as DomainLabel } from '../../domain/labels/index.ts';
import { id, isoTime, time } from './shapes.ts';

export const Label = z
  .strictObject({ id, createdAt: time, updatedAt: time, name: z.string(), color: z.string() })
  .meta({ id: 'Label' });

export const toLabel = (label: DomainLabel): z.infer<typeof Label> => ({
  id: label.id,
  createdAt: isoTime(label.createdAt),
  updatedAt: isoTime(label.updatedAt),
  name: label.name,
  color: label.color,
});

const name = z.string().trim().min(1).max(100);
const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'A colour such as #22c55e');

export const LabelCreate = z.strictObject({ name, color: color.default('#64748b') });
export const LabelUpdate = z.strictObject({ name: name.optional(), color: color.optional() });
