import { Readable } from 'node:stream';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { type ByteRange, checkKey, type FileStore, MissingBytes, newStoreKey } from './file-store.ts';

export type S3Settings = {
  bucket: string;
  region: string;
  /** Not set for AWS itself. */
  endpoint?: string | undefined;
  /** Not set where the machine has a role. */
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
};

/** S3 requires at least 5 MiB. An upload has two parts in memory. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

/** Stores files in an S3 bucket. An object appears when its upload is complete. */
export function createS3Store(settings: S3Settings): FileStore {
  const client = new S3Client(clientConfig(settings));
  const Bucket = settings.bucket;
  return {
    async prepare() {
      await makeBucket(client, settings);
      await tryObject(client, Bucket);
    },
    async put(key, bytes, { mimeType }) {
      const counted = countBytes(bytes);
      await upload(client, { Bucket, Key: checkKey(key), Body: counted.bytes, ContentType: mimeType });
      return { sizeBytes: counted.total() };
    },
    get: (key, range) => read(client, Bucket, checkKey(key), range),
    async delete(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: checkKey(key) }));
    },
    close: async () => client.destroy(),
  };
}

/** Sends checksums only where S3 requires them: other implementations reject or corrupt the newer kind. */
const clientConfig = ({ region, endpoint, accessKeyId, secretAccessKey }: S3Settings): S3ClientConfig => ({
  region,
  ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
  ...(accessKeyId !== undefined && secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
});

/** Uploads in parts, and aborts on failure: S3 keeps, and charges for, parts of incomplete uploads. */
async function upload(client: S3Client, params: { Bucket: string; Key: string; Body: Readable; ContentType: string }) {
  const sending = new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE, leavePartsOnError: false });
  try {
    await sending.done();
  } finally {
    params.Body.destroy();
  }
}

function countBytes(bytes: Readable): { bytes: Readable; total(): number } {
  let total = 0;
  async function* counted() {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      total += chunk.length;
      yield chunk;
    }
  }
  return { bytes: Readable.from(counted(), { objectMode: false }), total: () => total };
}

async function read(client: S3Client, Bucket: string, Key: string, range: ByteRange | undefined) {
  const Range = range && `bytes=${range.from}-${range.to}`;
  try {
    const { Body, ContentLength, ContentRange } = await client.send(new GetObjectCommand({ Bucket, Key, Range }));
    const whole = ContentRange?.split('/')[1];
    return { stream: Body as Readable, sizeBytes: whole === undefined ? (ContentLength ?? 0) : Number(whole) };
  } catch (error) {
    throw statusOf(error) === 404 ? new MissingBytes(Key) : error;
  }
}

/** Writes, reads and deletes an object, so that a missing permission is found at the start and not by the first upload. */
async function tryObject(client: S3Client, Bucket: string): Promise<void> {
  const Key = newStoreKey('readiness-check');
  await client.send(new PutObjectCommand({ Bucket, Key, Body: 'ready' }));
  await read(client, Bucket, Key, undefined).then(({ stream }) => stream.destroy());
  await client.send(new DeleteObjectCommand({ Bucket, Key }));
}

/** Creates the bucket if it is missing. A refusal is no error here: access to objects is enough, and `tryObject` tests it. */
async function makeBucket(client: S3Client, { bucket, region }: S3Settings): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
  } catch (error) {
    if (statusOf(error) === 403) return;
    if (statusOf(error) !== 404) throw error;
    // us-east-1 must not be named as a constraint, and neither must a region of a store that has none.
    const placed = region !== 'us-east-1' && { CreateBucketConfiguration: { LocationConstraint: region as 'eu-west-1' } };
    await client.send(new CreateBucketCommand({ Bucket: bucket, ...placed })).catch(unlessMadeMeanwhile);
  }
}

function unlessMadeMeanwhile(error: unknown): void {
  const { name } = error as { name?: string };
  if (name !== 'BucketAlreadyOwnedByYou' && name !== 'BucketAlreadyExists') throw error;
}

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
