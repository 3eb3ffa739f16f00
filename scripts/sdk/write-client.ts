import { className, fileName } from './names.ts';

/** Writes the client class with all resources, and the class with those of version 2. */
export function writeClient(resources: string[], ofV2: string[]): string {
  const imports = [
    ...resources.map((name) => `import { ${className(name)} } from './resources/${fileName(name)}.ts';`),
    ...ofV2.map((name) => `import { ${className(name)} as ${className(name)}V2 } from './resources/v2/${fileName(name)}.ts';`),
  ];
  return `
    import { createTransport, type PatchbayOptions, type Transport } from '../transport.ts';
    ${imports.join('\n')}

    /** The client: one property per resource. It holds no connection and needs no closing. */
    export class Patchbay {
      ${resources.map((name) => `readonly ${name}: ${className(name)};`).join('\n')}
      /** Version 2, until its operator ends it. */
      readonly v2: V2;

      constructor(options: PatchbayOptions) {
        const transport = createTransport(options);
        ${resources.map((name) => `this.${name} = new ${className(name)}(transport);`).join('\n')}
        this.v2 = new V2(transport);
      }
    }

    class V2 {
      ${ofV2.map((name) => `readonly ${name}: ${className(name)}V2;`).join('\n')}

      constructor(transport: Transport) {
        ${ofV2.map((name) => `this.${name} = new ${className(name)}V2(transport);`).join('\n')}
      }
    }`;
}
