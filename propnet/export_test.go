package propnet

// DecodeBody lets a fuzzer past the checksum.
var DecodeBody = decode
