;; Finds fields in the bytes of a log line. WebAssembly, because it compares 16 bytes at once.
;;
;; It reads the whole line, so what it accepts is JSON. It gives up on what is rare (a backslash in a key, deep nesting), and then
;; JSON.parse decides.
;;
;; Memory:     0  a class for each byte: 1 may follow a backslash, 2 hexadecimal, 4 decimal, 8 blank
;;           256  for each length of a key the first field with such a key, or -1 (32-bit)
;;           768  for each field 32 bytes: next field of that length, address of the key, start and end of the value
;;                (an end of 0: not in the line)
;;   then the keys, then (at $guesses) 64 bytes for each member of the line before: the length of its key with '":', its field, and at
;;   16 and 32 the start and the end of the key with '":'; then the text. A line feed must follow every line, and 16 bytes must follow the text.
(module
  (memory (export "memory") 2)
  (global $fields (export "fields") (mut i32) (i32.const 0))
  (global $guesses (export "guesses") (mut i32) (i32.const 0))

  (func $class (param $at i32) (result i32)
    (i32.load8_u (i32.load8_u (local.get $at))))

  ;; A line feed ends the line, so it is not skipped.
  (func $blanks (param $at i32) (result i32)
    (loop $next
      (if (i32.and (call $class (local.get $at)) (i32.const 8))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $next))))
    (local.get $at))

  ;; The next quote, backslash or control character.
  (func $plain (param $at i32) (result i32)
    (local $bytes v128) (local $found i32)
    (loop $next
      (local.set $bytes (v128.load (local.get $at)))
      (local.set $found
        (i8x16.bitmask
          (v128.or
            (v128.or
              (i8x16.eq (local.get $bytes) (v128.const i8x16 34 34 34 34 34 34 34 34 34 34 34 34 34 34 34 34))
              (i8x16.eq (local.get $bytes) (v128.const i8x16 92 92 92 92 92 92 92 92 92 92 92 92 92 92 92 92)))
            (i8x16.lt_u (local.get $bytes) (v128.const i8x16 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32)))))
      (if (i32.eqz (local.get $found))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br $next))))
    (i32.add (local.get $at) (i32.ctz (local.get $found))))

  ;; From inside of a string to its end; 0 if it is not JSON.
  (func $string (param $at i32) (result i32)
    (local $byte i32)
    (loop $next
      (local.set $at (call $plain (local.get $at)))
      (local.set $byte (i32.load8_u (local.get $at)))
      (if (i32.eq (local.get $byte) (i32.const 34))
        (then (return (i32.add (local.get $at) (i32.const 1)))))
      (if (i32.ne (local.get $byte) (i32.const 92))
        (then (return (i32.const 0))))
      (if (i32.and (call $class (i32.add (local.get $at) (i32.const 1))) (i32.const 1))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 2)))
          (br $next)))
      (if (i32.eq (i32.load8_u offset=1 (local.get $at)) (i32.const 117))
        (then
          (if
            (i32.and
              (i32.and
                (i32.and
                  (call $class (i32.add (local.get $at) (i32.const 2)))
                  (call $class (i32.add (local.get $at) (i32.const 3))))
                (i32.and
                  (call $class (i32.add (local.get $at) (i32.const 4)))
                  (call $class (i32.add (local.get $at) (i32.const 5)))))
              (i32.const 2))
            (then
              (local.set $at (i32.add (local.get $at) (i32.const 6)))
              (br $next))))))
    (i32.const 0))

  ;; The end of one or more digits; 0 if there is none.
  (func $digits (param $at i32) (result i32)
    (if (i32.eqz (i32.and (call $class (local.get $at)) (i32.const 4)))
      (then (return (i32.const 0))))
    (loop $next
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (i32.and (call $class (local.get $at)) (i32.const 4))))
    (local.get $at))

  (func $number (param $at i32) (result i32)
    (local $byte i32)
    (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 45))
      (then (local.set $at (i32.add (local.get $at) (i32.const 1)))))
    (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 48))
      (then (local.set $at (i32.add (local.get $at) (i32.const 1))))
      (else
        (local.set $at (call $digits (local.get $at)))
        (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))))
    (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 46))
      (then
        (local.set $at (call $digits (i32.add (local.get $at) (i32.const 1))))
        (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))))
    ;; 'e' or 'E'
    (if (i32.ne (i32.or (i32.load8_u (local.get $at)) (i32.const 32)) (i32.const 101))
      (then (return (local.get $at))))
    (local.set $at (i32.add (local.get $at) (i32.const 1)))
    (local.set $byte (i32.load8_u (local.get $at)))
    (if (i32.or (i32.eq (local.get $byte) (i32.const 43)) (i32.eq (local.get $byte) (i32.const 45)))
      (then (local.set $at (i32.add (local.get $at) (i32.const 1)))))
    (call $digits (local.get $at)))

  ;; A string, number, Boolean or null.
  (func $scalar (param $at i32) (result i32)
    (local $byte i32)
    (local.set $byte (i32.load8_u (local.get $at)))
    (if (i32.eq (local.get $byte) (i32.const 34))
      (then (return (call $string (i32.add (local.get $at) (i32.const 1))))))
    (if (i32.or (i32.eq (local.get $byte) (i32.const 45)) (i32.and (call $class (local.get $at)) (i32.const 4)))
      (then (return (call $number (local.get $at)))))
    ;; 'true', 'alse' after an 'f', 'null'
    (if (i32.eq (i32.load (local.get $at)) (i32.const 0x65757274))
      (then (return (i32.add (local.get $at) (i32.const 4)))))
    (if (i32.eq (local.get $byte) (i32.const 102))
      (then
        (if (i32.eq (i32.load offset=1 (local.get $at)) (i32.const 0x65736c61))
          (then (return (i32.add (local.get $at) (i32.const 5)))))))
    (if (i32.eq (i32.load (local.get $at)) (i32.const 0x6c6c756e))
      (then (return (i32.add (local.get $at) (i32.const 4)))))
    (i32.const 0))

  ;; From a key inside of an object to its value; 0 if there is none.
  (func $key (param $at i32) (result i32)
    (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 34))
      (then (return (i32.const 0))))
    (local.set $at (call $string (i32.add (local.get $at) (i32.const 1))))
    (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))
    (local.set $at (call $blanks (local.get $at)))
    (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 58))
      (then (return (i32.const 0))))
    (call $blanks (i32.add (local.get $at) (i32.const 1))))

  ;; An array or object, up to 62 deep.
  (func $nested (param $at i32) (result i32)
    ;; For each open bracket one bit: 1 for a brace. A first bit marks the bottom.
    (local $open i64) (local $byte i32) (local $isObject i32)
    (local.set $open (i64.const 1))
    (loop $value
      (local.set $byte (i32.load8_u (local.get $at)))
      (block $ended
        (if (i32.or (i32.eq (local.get $byte) (i32.const 123)) (i32.eq (local.get $byte) (i32.const 91)))
          (then
            (local.set $isObject (i32.eq (local.get $byte) (i32.const 123)))
            (local.set $at (call $blanks (i32.add (local.get $at) (i32.const 1))))
            ;; The closing bracket is two after the opening one.
            (if (i32.eq (i32.load8_u (local.get $at)) (i32.add (local.get $byte) (i32.const 2)))
              (then
                (local.set $at (i32.add (local.get $at) (i32.const 1)))
                (br $ended)))
            (if (i64.lt_s (local.get $open) (i64.const 0)) (then (return (i32.const 0))))
            (local.set $open
              (i64.or (i64.shl (local.get $open) (i64.const 1)) (i64.extend_i32_u (local.get $isObject))))
            (if (local.get $isObject)
              (then
                (local.set $at (call $key (local.get $at)))
                (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))))
            (br $value)))
        (local.set $at (call $scalar (local.get $at)))
        (if (i32.eqz (local.get $at)) (then (return (i32.const 0)))))
      ;; A value has ended: close what ends with it.
      (loop $close
        (if (i64.eq (local.get $open) (i64.const 1)) (then (return (local.get $at))))
        (local.set $isObject (i32.wrap_i64 (i64.and (local.get $open) (i64.const 1))))
        (local.set $at (call $blanks (local.get $at)))
        (local.set $byte (i32.load8_u (local.get $at)))
        (if (i32.eq (local.get $byte) (i32.const 44))
          (then
            (local.set $at (call $blanks (i32.add (local.get $at) (i32.const 1))))
            (if (local.get $isObject)
              (then
                (local.set $at (call $key (local.get $at)))
                (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))))
            (br $value)))
        (if (i32.ne (local.get $byte) (select (i32.const 125) (i32.const 93) (local.get $isObject)))
          (then (return (i32.const 0))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $open (i64.shr_u (local.get $open) (i64.const 1)))
        (br $close)))
    (unreachable))

  ;; The address of the field with that key, or 0.
  (func $field (param $key i32) (param $length i32) (result i32)
    (local $slot i32) (local $field i32) (local $wanted i32) (local $at i32)
    (if (i32.gt_u (local.get $length) (i32.const 127)) (then (return (i32.const 0))))
    (local.set $slot (i32.load offset=256 (i32.shl (local.get $length) (i32.const 2))))
    (loop $next
      (if (i32.lt_s (local.get $slot) (i32.const 0)) (then (return (i32.const 0))))
      (local.set $field (i32.add (i32.const 768) (i32.shl (local.get $slot) (i32.const 5))))
      (local.set $wanted (i32.load offset=4 (local.get $field)))
      (local.set $at (local.get $length))
      (block $differs
        ;; Many keys start alike, so the last eight bytes tell them apart.
        (if (i32.ge_u (local.get $length) (i32.const 8))
          (then
            (local.set $at (i32.sub (local.get $length) (i32.const 8)))
            (br_if $differs
              (i64.ne
                (i64.load (i32.add (local.get $key) (local.get $at)))
                (i64.load (i32.add (local.get $wanted) (local.get $at)))))))
        (loop $compare
          (if (i32.eqz (local.get $at)) (then (return (local.get $field))))
          (local.set $at (i32.sub (local.get $at) (i32.const 1)))
          (br_if $compare
            (i32.eq
              (i32.load8_u (i32.add (local.get $key) (local.get $at)))
              (i32.load8_u (i32.add (local.get $wanted) (local.get $at)))))))
      (local.set $slot (i32.load (local.get $field)))
      (br $next))
    (unreachable))

  ;; Lines mostly have the same keys in the same order, so the key is remembered as a guess for the next line. Its start and its end
  ;; overlap, or meet.
  (func $learn (param $guess i32) (param $key i32) (param $length i32) (param $field i32)
    (i32.store (local.get $guess) (i32.const 0))
    (if (i32.gt_u (local.get $length) (i32.const 32)) (then (return)))
    (if (i32.lt_u (local.get $length) (i32.const 8)) (then (return)))
    (i32.store (local.get $guess) (local.get $length))
    (i32.store offset=4 (local.get $guess) (local.get $field))
    (if (i32.lt_u (local.get $length) (i32.const 16))
      (then
        (i64.store offset=16 (local.get $guess) (i64.load (local.get $key)))
        (i64.store offset=32 (local.get $guess)
          (i64.load (i32.sub (i32.add (local.get $key) (local.get $length)) (i32.const 8))))
        (return)))
    (v128.store offset=16 (local.get $guess) (v128.load (local.get $key)))
    (v128.store offset=32 (local.get $guess)
      (v128.load (i32.sub (i32.add (local.get $key) (local.get $length)) (i32.const 16)))))

  (func $clear
    (local $field i32) (local $end i32)
    (local.set $field (i32.const 768))
    (local.set $end (i32.add (local.get $field) (i32.shl (global.get $fields) (i32.const 5))))
    (loop $next
      (if (i32.lt_u (local.get $field) (local.get $end))
        (then
          (i32.store offset=12 (local.get $field) (i32.const 0))
          (local.set $field (i32.add (local.get $field) (i32.const 32)))
          (br $next)))))

  ;; The line feed after a line that is an object; 0 if it is not, or if that is not certain. What most lines look like is decided
  ;; here, because calls take longer than everything else; the functions above take care of the rest.
  (func (export "scan") (param $at i32) (result i32)
    (local $key i32) (local $field i32) (local $value i32) (local $byte i32) (local $found i32)
    (local $half i64) (local $guess i32) (local $bytes v128) (local $quotes v128) (local $backslashes v128) (local $blanks v128)
    (local.set $quotes (i8x16.splat (i32.const 34)))
    (local.set $backslashes (i8x16.splat (i32.const 92)))
    (local.set $blanks (i8x16.splat (i32.const 32)))
    (local.set $guess (i32.sub (global.get $guesses) (i32.const 64)))
    (call $clear)
    (local.set $at (call $blanks (local.get $at)))
    (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 123)) (then (return (i32.const 0))))
    (local.set $at (call $blanks (i32.add (local.get $at) (i32.const 1))))
    (block $closed
      (br_if $closed (i32.eq (i32.load8_u (local.get $at)) (i32.const 125)))
      (loop $member
        (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 34)) (then (return (i32.const 0))))
        ;; The key.
        (local.set $key (i32.add (local.get $at) (i32.const 1)))
        ;; After 64 members the last guess is used again and again, and wrong.
        (if (i32.lt_u (local.get $guess) (i32.add (global.get $guesses) (i32.const 4032)))
          (then (local.set $guess (i32.add (local.get $guess) (i32.const 64)))))
        (local.set $found (i32.load (local.get $guess)))
        (block $known
          (if (local.get $found)
            (then
              (local.set $value (i32.add (local.get $key) (local.get $found)))
              (local.set $field (i32.load offset=4 (local.get $guess)))
              (if (i32.ge_u (local.get $found) (i32.const 16))
                (then
                  (br_if $known
                    (i8x16.all_true
                      (v128.and
                        (i8x16.eq (v128.load (local.get $key)) (v128.load offset=16 (local.get $guess)))
                        (i8x16.eq
                          (v128.load (i32.sub (local.get $value) (i32.const 16)))
                          (v128.load offset=32 (local.get $guess)))))))
                (else
                  (br_if $known
                    (i32.and
                      (i64.eq (i64.load (local.get $key)) (i64.load offset=16 (local.get $guess)))
                      (i64.eq
                        (i64.load (i32.sub (local.get $value) (i32.const 8)))
                        (i64.load offset=32 (local.get $guess)))))))))
        (local.set $at (local.get $key))
        (loop $plain
          (local.set $bytes (v128.load (local.get $at)))
          (local.set $bytes
            (v128.or
              (v128.or
                (i8x16.eq (local.get $bytes) (local.get $quotes))
                (i8x16.eq (local.get $bytes) (local.get $backslashes)))
              (i8x16.lt_u (local.get $bytes) (local.get $blanks))))
          (local.set $half (i64x2.extract_lane 0 (local.get $bytes)))
          (if (i64.eqz (local.get $half))
            (then
              (local.set $at (i32.add (local.get $at) (i32.const 8)))
              (local.set $half (i64x2.extract_lane 1 (local.get $bytes)))
              (if (i64.eqz (local.get $half))
                (then
                  (local.set $at (i32.add (local.get $at) (i32.const 8)))
                  (br $plain))))))
        (local.set $at
          (i32.add (local.get $at) (i32.wrap_i64 (i64.shr_u (i64.ctz (local.get $half)) (i64.const 3)))))
        (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 34)) (then (return (i32.const 0))))
        ;; Most lengths of keys are not wanted.
        (local.set $field (i32.const 0))
        (local.set $found (i32.sub (local.get $at) (local.get $key)))
        (if (i32.le_u (local.get $found) (i32.const 127))
          (then
            (if (i32.ge_s (i32.load offset=256 (i32.shl (local.get $found) (i32.const 2))) (i32.const 0))
              (then (local.set $field (call $field (local.get $key) (local.get $found)))))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 58))
          (then
            (local.set $at (call $blanks (local.get $at)))
            (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 58)) (then (return (i32.const 0))))))
        (local.set $value (i32.add (local.get $at) (i32.const 1)))
        (if (i32.eq (local.get $value) (i32.add (i32.add (local.get $key) (local.get $found)) (i32.const 2)))
          (then (call $learn (local.get $guess) (local.get $key) (i32.add (local.get $found) (i32.const 2)) (local.get $field)))))
        ;; The value.
        (local.set $byte (i32.load8_u (local.get $value)))
        (if (i32.le_u (local.get $byte) (i32.const 32))
          (then
            (local.set $value (call $blanks (local.get $value)))
            (local.set $byte (i32.load8_u (local.get $value)))))
        (block $ended
          (if (i32.eq (local.get $byte) (i32.const 34))
            (then
              (local.set $at (i32.add (local.get $value) (i32.const 1)))
              (loop $plain
                (local.set $bytes (v128.load (local.get $at)))
                (local.set $bytes
                  (v128.or
                    (v128.or
                      (i8x16.eq (local.get $bytes) (local.get $quotes))
                      (i8x16.eq (local.get $bytes) (local.get $backslashes)))
                    (i8x16.lt_u (local.get $bytes) (local.get $blanks))))
                (local.set $half (i64x2.extract_lane 0 (local.get $bytes)))
                (if (i64.eqz (local.get $half))
                  (then
                    (local.set $at (i32.add (local.get $at) (i32.const 8)))
                    (local.set $half (i64x2.extract_lane 1 (local.get $bytes)))
                    (if (i64.eqz (local.get $half))
                      (then
                        (local.set $at (i32.add (local.get $at) (i32.const 8)))
                        (br $plain))))))
              (local.set $at
                (i32.add (local.get $at) (i32.wrap_i64 (i64.shr_u (i64.ctz (local.get $half)) (i64.const 3)))))
              (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 34))
                (then
                  (local.set $at (i32.add (local.get $at) (i32.const 1)))
                  (br $ended)))
              (local.set $at (call $string (local.get $at)))
              (br $ended)))
          ;; An integer without a leading zero.
          (if (i32.lt_u (i32.sub (local.get $byte) (i32.const 49)) (i32.const 9))
            (then
              (local.set $at (local.get $value))
              (loop $digit
                (local.set $at (i32.add (local.get $at) (i32.const 1)))
                (local.set $byte (i32.load8_u (local.get $at)))
                (br_if $digit (i32.lt_u (i32.sub (local.get $byte) (i32.const 48)) (i32.const 10))))
              (br_if $ended
                (i32.or (i32.eq (local.get $byte) (i32.const 44)) (i32.eq (local.get $byte) (i32.const 125))))
              (local.set $at (call $number (local.get $value)))
              (br $ended)))
          (local.set $at
            (if (result i32) (i32.or (i32.eq (local.get $byte) (i32.const 123)) (i32.eq (local.get $byte) (i32.const 91)))
              (then (call $nested (local.get $value)))
              (else (call $scalar (local.get $value))))))
        (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))
        (if (local.get $field)
          (then
            (i32.store offset=8 (local.get $field) (local.get $value))
            (i32.store offset=12 (local.get $field) (local.get $at))))
        (local.set $byte (i32.load8_u (local.get $at)))
        (if (i32.le_u (local.get $byte) (i32.const 32))
          (then
            (local.set $at (call $blanks (local.get $at)))
            (local.set $byte (i32.load8_u (local.get $at)))))
        (br_if $closed (i32.eq (local.get $byte) (i32.const 125)))
        (if (i32.ne (local.get $byte) (i32.const 44)) (then (return (i32.const 0))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (if (i32.le_u (i32.load8_u (local.get $at)) (i32.const 32))
          (then (local.set $at (call $blanks (local.get $at)))))
        (br $member)))
    (local.set $at (call $blanks (i32.add (local.get $at) (i32.const 1))))
    (select (local.get $at) (i32.const 0) (i32.eq (i32.load8_u (local.get $at)) (i32.const 10)))))
