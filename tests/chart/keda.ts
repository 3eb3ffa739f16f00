import { z } from 'zod';
import type { KubernetesObject } from './render.ts';

/** The part of KEDA's ScaledObject that the chart uses, written by hand after its documentation: KEDA's schemas are not checked here. */
const ScaledObject = z.strictObject({
  apiVersion: z.literal('keda.sh/v1alpha1'),
  kind: z.literal('ScaledObject'),
  metadata: z.strictObject({ name: z.string(), labels: z.record(z.string(), z.string()) }),
  spec: z.strictObject({
    scaleTargetRef: z.strictObject({ name: z.string() }),
    minReplicaCount: z.int(),
    maxReplicaCount: z.int(),
    triggers: z
      .array(
        z.strictObject({
          type: z.literal('prometheus'),
          metricType: z.enum(['AverageValue', 'Value']),
          metadata: z.strictObject({
            serverAddress: z.url(),
            query: z.string(),
            threshold: z.string().regex(/^\d+$/),
            activationThreshold: z.string().regex(/^\d+$/),
          }),
        }),
      )
      .min(1),
  }),
});

export function kedaFaults(object: KubernetesObject): string[] {
  const { error } = ScaledObject.safeParse(object);
  return error ? [z.prettifyError(error)] : [];
}
