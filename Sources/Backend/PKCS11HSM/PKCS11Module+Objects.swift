// SPDX-License-Identifier: EUPL-1.2

import CPKCS11

extension PKCS11Module {
    /// `C_FindObjectsInit`, `C_FindObjects`, `C_FindObjectsFinal`.
    package func findObjects(_ session: UInt, _ template: [ObjectAttribute]) throws(CryptokiFailure) -> [UInt] {
        var template = Template(template)
        try call("C_FindObjectsInit") { functions in
            unsafe template.withAttributes { attributes, count in unsafe functions.C_FindObjectsInit?(session, attributes, count) }
        }
        var found = [UInt](repeating: 0, count: 1000)
        var count: UInt = 0
        let result = value { unsafe $0.C_FindObjects?(session, &found, UInt(found.count), &count) }
        try call("C_FindObjectsFinal") { $0.C_FindObjectsFinal?(session) }
        guard result == CKR_OK else { throw CryptokiFailure("C_FindObjects", result) }
        return Array(found.prefix(Int(count)))
    }

    /// `C_GetAttributeValue`, called twice: for the lengths and for the values.
    package func attributes(_ session: UInt, of object: UInt, _ types: [UInt]) throws(CryptokiFailure) -> [[UInt8]?] {
        var empty = unsafe types.map { unsafe CK_ATTRIBUTE(type: $0, pValue: nil, ulValueLen: 0) }
        try partly { unsafe $0.C_GetAttributeValue?(session, object, &empty, UInt(empty.count)) }
        // `CK_UNAVAILABLE_INFORMATION` is the largest number: the attribute is missing or hidden.
        let lengths = unsafe empty.map { unsafe $0.ulValueLen == UInt.max ? nil : Int($0.ulValueLen) }

        // Empty values are not requested, because SoftHSM cannot decrypt an empty value.
        let asked = types.indices.filter { (lengths[$0] ?? 0) > 0 }
        var values = types.indices.map { lengths[$0] == 0 ? [] as [UInt8] : nil }
        guard !asked.isEmpty else { return values }
        var wanted = Template(asked.map { ObjectAttribute(types[$0], bytes: [UInt8](repeating: 0, count: lengths[$0] ?? 0)) })
        var actual: [UInt] = []
        try partly { functions in
            unsafe wanted.withAttributes { attributes, count in
                let result = unsafe functions.C_GetAttributeValue?(session, object, attributes, count)
                actual = asked.indices.map { unsafe attributes[$0].ulValueLen }
                return result
            }
        }
        for (place, index) in asked.enumerated() where actual[place] <= UInt(lengths[index] ?? 0) {
            values[index] = Array(wanted.value(at: place).prefix(Int(actual[place])))
        }
        return values
    }

    /// Calls `C_GetAttributeValue`. It reports a missing or hidden attribute in its return value but still returns the other attributes.
    private func partly(_ body: (CK_FUNCTION_LIST) -> CK_RV?) throws(CryptokiFailure) {
        let result = value(body)
        guard result == CKR_OK || result == CKR_ATTRIBUTE_TYPE_INVALID || result == CKR_ATTRIBUTE_SENSITIVE else {
            throw CryptokiFailure("C_GetAttributeValue", result)
        }
    }

    /// `C_SetAttributeValue`.
    package func setAttributes(_ session: UInt, of object: UInt, _ values: [ObjectAttribute]) throws(CryptokiFailure) {
        var values = Template(values)
        try call("C_SetAttributeValue") { functions in
            unsafe values.withAttributes { attributes, count in unsafe functions.C_SetAttributeValue?(session, object, attributes, count) }
        }
    }

    /// `C_GenerateKey`.
    package func generateKey(_ session: UInt, mechanism: UInt, _ template: [ObjectAttribute]) throws(CryptokiFailure) -> UInt {
        var mechanism = unsafe CK_MECHANISM(mechanism: mechanism, pParameter: nil, ulParameterLen: 0)
        var template = Template(template)
        var key: UInt = 0
        try call("C_GenerateKey") { functions in
            unsafe template.withAttributes { attributes, count in
                unsafe functions.C_GenerateKey?(session, &mechanism, attributes, count, &key)
            }
        }
        return key
    }

    /// `C_GenerateKeyPair`.
    package func generateKeyPair(
        _ session: UInt, mechanism: UInt, publicKey: [ObjectAttribute], privateKey: [ObjectAttribute]
    ) throws(CryptokiFailure) -> (publicKey: UInt, privateKey: UInt) {
        var mechanism = unsafe CK_MECHANISM(mechanism: mechanism, pParameter: nil, ulParameterLen: 0)
        var publicTemplate = Template(publicKey)
        var privateTemplate = Template(privateKey)
        var made: (publicKey: UInt, privateKey: UInt) = (0, 0)
        try call("C_GenerateKeyPair") { functions in
            unsafe publicTemplate.withAttributes { publicAttributes, publicCount in
                unsafe privateTemplate.withAttributes { privateAttributes, privateCount in
                    unsafe functions.C_GenerateKeyPair?(
                        session, &mechanism, publicAttributes, publicCount, privateAttributes, privateCount, &made.publicKey,
                        &made.privateKey)
                }
            }
        }
        return made
    }

    /// `C_DestroyObject`.
    package func destroyObject(_ session: UInt, _ object: UInt) throws(CryptokiFailure) {
        try call("C_DestroyObject") { $0.C_DestroyObject?(session, object) }
    }

    /// `C_WrapKey`.
    package func wrapKey(
        _ session: UInt, mechanism: UInt, wrappingKey: UInt, key: UInt, limit: Int
    ) throws(CryptokiFailure) -> [UInt8] {
        var mechanism = unsafe CK_MECHANISM(mechanism: mechanism, pParameter: nil, ulParameterLen: 0)
        var output = [UInt8](repeating: 0, count: limit)
        var length = UInt(limit)
        try call("C_WrapKey") { unsafe $0.C_WrapKey?(session, &mechanism, wrappingKey, key, &output, &length) }
        return Array(output.prefix(Int(length)))
    }

    /// `C_UnwrapKey`.
    package func unwrapKey(
        _ session: UInt, mechanism: UInt, unwrappingKey: UInt, _ wrapped: [UInt8], _ template: [ObjectAttribute]
    ) throws(CryptokiFailure) -> UInt {
        var mechanism = unsafe CK_MECHANISM(mechanism: mechanism, pParameter: nil, ulParameterLen: 0)
        var input = Input(wrapped)
        var template = Template(template)
        var key: UInt = 0
        try call("C_UnwrapKey") { functions in
            unsafe template.withAttributes { attributes, count in
                unsafe functions.C_UnwrapKey?(session, &mechanism, unwrappingKey, &input.bytes, input.count, attributes, count, &key)
            }
        }
        return key
    }
}

/// Attributes in the memory layout of the module: all values in one block, each aligned to eight bytes.
private struct Template {
    private let types: [UInt]
    private let places: [Range<Int>]
    private var memory: [UInt8]

    init(_ attributes: [ObjectAttribute]) {
        var memory: [UInt8] = []
        places = attributes.map { attribute in
            let start = memory.count
            memory += attribute.value
            let end = memory.count
            memory += [UInt8](repeating: 0, count: (8 - end % 8) % 8)
            return start..<end
        }
        types = attributes.map(\.type)
        // Even an empty block needs an address.
        self.memory = memory.isEmpty ? [UInt8](repeating: 0, count: 8) : memory
    }

    func value(at index: Int) -> [UInt8] { Array(memory[places[index]]) }

    mutating func withAttributes<Value>(_ body: (UnsafeMutablePointer<CK_ATTRIBUTE>, UInt) -> Value) -> Value {
        unsafe memory.withUnsafeMutableBytes { memory in
            var attributes = unsafe zip(types, places).map { type, place in
                unsafe CK_ATTRIBUTE(type: type, pValue: memory.baseAddress?.advanced(by: place.lowerBound), ulValueLen: UInt(place.count))
            }
            let count = unsafe UInt(attributes.count)
            return unsafe body(&attributes, count)
        }
    }
}
