/** Kinds that introduce a name of their own. */
const DEFINES =
  /^(?:function|method|class|interface|struct|enum|trait|type|constructor|mod)\w*_(?:declaration|definition|item|signature|spec|specifier)$|^type_declaration$/;

/** Whether a node of this kind defines a name for other code. */
export function isDefinition(kind: string): boolean {
  return DEFINES.test(kind);
}

const DECLARES = /^(?:public_)?field_(?:definition|declaration)$|^property_signature$/;

/** Whether a node of this kind defines a name, or declares one as a part of something else. */
export function isDeclaration(kind: string): boolean {
  return isDefinition(kind) || DECLARES.test(kind);
}
